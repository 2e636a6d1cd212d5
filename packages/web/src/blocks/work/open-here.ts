import type { ApprovalId } from '@parley/protocol';

/** Approvals that were pending while this page was open. */
export const openHere = new Set<ApprovalId>();
