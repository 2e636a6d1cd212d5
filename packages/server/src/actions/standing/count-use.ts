import { addDecimals, isSpent, coverageOf, subtractDecimals, type Decimal, type StandingCall } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';
import type { Work } from '../../platform/signals/work.ts';
import { endGrants } from './end-grants.ts';
import { lockActiveGrants, lockGrant, updateCounts } from './grant-queries.ts';
import { standingChanged } from './standing-changed.ts';
import { termsOf, type StandingGrantRow, type StandingUseRow } from './standing-grant.ts';
import { insertUse, type NewUse } from './use-queries.ts';

/** A call that asks for a use, with the tool as it is defined now. */
export interface CallForUse {
  readonly call: StandingCall;
  readonly definition: Buffer;
  readonly use: Pick<NewUse, 'invocation_id' | 'approval_id' | 'arguments_sha256'>;
}

/**
 * Reserves a use of the first grant that covers a call: the one that ends first, then the older. Locks the grants, so
 * that concurrent calls count one after the other. Returns null if no grant has room for the call.
 */
export async function reserveUse(work: Work, asked: CallForUse, now: Date): Promise<StandingGrantRow | null> {
  const { agentId, userId, tool } = asked.call;
  for (const row of await lockActiveGrants(work.tx, { agentId, userId, tool, now })) {
    const taken = await takeUse(work, row, asked, now);
    if (taken !== null) return taken;
  }
  return null;
}

/** Reserves a use of a locked grant. Returns the grant with it, or null if the grant does not cover the call. */
export async function takeUse(
  { tx, tell, signal, audit }: Work,
  row: StandingGrantRow,
  { call, definition, use }: CallForUse,
  now: Date,
): Promise<StandingGrantRow | null> {
  if (!row.definition.equals(definition)) {
    signal(await endGrants(tx, { grantId: row.grant_id }, 'tool_changed', now));
    await audit('standing_grant.ended', { grantId: row.grant_id, reason: 'tool_changed' });
    return null;
  }
  const verdict = coverageOf(call, termsOf(row), now.getTime());
  if (!verdict.covered) return null;
  const after = { ...withUse(row, verdict.amounts), last_used_at: now };
  await updateCounts(tx, after);
  await insertUse(tx, {
    ...use,
    grant_id: row.grant_id,
    is_first: false,
    at: now,
    arguments: call.arguments,
    amounts: verdict.amounts,
  });
  tell([row.user_id], 'membershipUpdated', { agentId: row.agent_id });
  signal(standingChanged({ used: 1, spent: Number(after.state === 'spent') }));
  return after;
}

/** Checks again, when its call runs, whether a reserved use still stands. Being spent does not end a reserved use. */
export async function holdsAtRun(
  tx: Tx,
  use: StandingUseRow,
  { call, definition }: Pick<CallForUse, 'call'> & { readonly definition: Buffer | null },
  now: Date,
): Promise<boolean> {
  const row = await lockGrant(tx, use.grant_id);
  if (row === null || (definition !== null && !row.definition.equals(definition))) return false;
  return coverageOf(call, termsOf(withoutUse(row, use.amounts)), now.getTime()).covered;
}

/** Returns a grant with one use more. */
export function withUse(row: StandingGrantRow, amounts: readonly Decimal[]): StandingGrantRow {
  return counted(row, row.used + 1, amounts, addDecimals);
}

/** Returns a grant with one use less; one that was spent by it is active again. */
export function withoutUse(row: StandingGrantRow, amounts: readonly Decimal[]): StandingGrantRow {
  return counted(row, row.used - 1, amounts, subtractDecimals);
}

function counted(
  row: StandingGrantRow,
  used: number,
  amounts: readonly Decimal[],
  count: (one: Decimal, other: Decimal) => Decimal,
): StandingGrantRow {
  const bounds = row.bounds.map((bound, index) => ({ ...bound, spent: count(bound.spent, amounts[index] ?? '0') }));
  const isOver = row.state !== 'active' && row.state !== 'spent';
  const state = isOver ? row.state : isSpent({ uses: row.uses, used, max: bounds }) ? 'spent' : 'active';
  return { ...row, used, bounds, state };
}
