import type { HumanRow } from '@parley/protocol';
import { findAdmission } from '../../accounts/users/admission-queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Caller } from '../../platform/routing/route.ts';

/**
 * Refuses a caller of a route of administrators: `session_required` for a token that the route does not take or that
 * was not made for administration, then `admin_required` for everybody but an active administrator. The order keeps
 * from a token whether its person is one.
 */
export async function requireAdmin(
  { storage }: Pick<Core, 'storage'>,
  { userId, proof }: Pick<Caller, 'userId' | 'proof'>,
  admin: NonNullable<HumanRow['admin']>,
): Promise<void> {
  if (proof.kind === 'token' && admin === 'session') refuse('session_required');
  const { isAdmin, isAdminToken } = await findAdmission(storage.db, userId, proof);
  if (proof.kind === 'token' && !isAdminToken) refuse('session_required');
  if (!isAdmin) refuse('admin_required');
}
