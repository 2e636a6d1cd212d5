import type { ApprovalKind } from '@parley/protocol';

/** How a standing permission treats one argument. */
export type MemberMode = 'same' | 'limit' | 'free';

/** One top-level argument of the call, with the bounds as typed. */
export interface MemberDraft {
  readonly name: string;
  readonly value: unknown;
  readonly mode: MemberMode;
  readonly perCall: string;
  readonly total: string;
  /** Whether it is the coins that the agent charges, which need a limit in all. */
  readonly isCoins: boolean;
}

export type UntilChoice = '' | 'today' | 'days2' | 'week' | 'date';

/** The bounds of a standing permission as a person sets them. */
export interface BoundsDraft {
  readonly members: readonly MemberDraft[];
  readonly uses: string;
  readonly isUnlimited: boolean;
  readonly until: UntilChoice;
  /** The chosen day, as `YYYY-MM-DD`. */
  readonly day: string;
  readonly isAnywhere: boolean;
}

/** Returns the narrowest bounds: every argument stays the same, in this room, and the rest is to be chosen. */
export function narrowest(args: Readonly<Record<string, unknown>>, kind: ApprovalKind): BoundsDraft {
  return {
    members: Object.entries(args).map(([name, value]) => ({
      name,
      value,
      mode: 'same',
      perCall: canBeLimited(value) ? String(value) : '',
      total: '',
      isCoins: kind === 'charge' && name === 'amount',
    })),
    uses: '',
    isUnlimited: false,
    until: '',
    day: '',
    isAnywhere: false,
  };
}

/** Returns whether a value can have a limit: a number that is not negative. */
export function canBeLimited(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Returns the draft with one argument changed. */
export function withMember(draft: BoundsDraft, name: string, change: Partial<MemberDraft>): BoundsDraft {
  const members = draft.members.map((member) => (member.name === name ? { ...member, ...change } : member));
  return { ...draft, members };
}
