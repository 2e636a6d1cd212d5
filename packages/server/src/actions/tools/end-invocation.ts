import type { CoinChargeArguments, ToolFailureCode } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import type { NewDelivery } from '../../engine/deliveries/delivery.ts';
import { insertResultOf } from '../../engine/deliveries/invoked-queries.ts';
import { sealDelivery } from '../../chat/transcript/seal-delivery.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { findUsers, type UserRow } from '../../accounts/users/queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { settleUse, type UseEnd } from '../standing/settle-use.ts';
import { findUse } from '../standing/use-queries.ts';
import { coinsText } from './coins/coins-text.ts';
import { isEnd, nextState, type InvocationMove, type InvocationRow } from './invocation.ts';
import { updateEnded } from './queries.ts';

/** Ends a locked invocation: writes its state and its one `tool.result`. Throws if it has ended already. */
export async function endInvocation(
  work: TranscriptWork,
  { clock }: Pick<App, 'clock'>,
  row: InvocationRow,
  move: InvocationMove,
  content: unknown,
  isUnreached = false,
): Promise<void> {
  const { tx, deliver } = work;
  const state = nextState(row.state, move);
  if (state === null || !isEnd(state)) throw new Error(`An invocation that is ${row.state} does not end by ${move}.`);
  // Not before the invocation's creation: the time decides during which stay of the agent it happened.
  const now = new Date(Math.max(clock.now(), row.created_at.getTime()));
  await updateEnded(tx, row.invocation_id, state, now);
  const result = await sealResult(tx, { ...row, state, ended_at: now }, content, now);
  await deliver([result]);
  await insertResultOf(tx, row.invocation_id, result.deliveryId, now);
  const use = await findUse(tx, row.invocation_id);
  if (use === null || state === 'expired') return;
  const didNothing = isUnreached || state === 'denied' || (state === 'failed' && harmless.has(codeOf(content)));
  await settleUse(work, use, row, { outcome: state, at: now, didNothing, did: didOf(row) });
}

/** Failures after which nothing has happened. */
const harmless: ReadonlySet<unknown> = new Set<ToolFailureCode>([
  'insufficient_coins',
  'arguments_invalid',
  'arguments_changed',
  'tool_unavailable',
]);

function codeOf(content: unknown): unknown {
  return typeof content === 'object' && content !== null && 'code' in content ? content.code : null;
}

function didOf({ tool, arguments: args }: InvocationRow): UseEnd['did'] {
  if (tool !== 'coin.charge') return { tool };
  const { amount } = args as CoinChargeArguments;
  return { coins: coinsText(amount) };
}

/** Builds the `tool.result` delivery of an invocation that has ended. */
export async function sealResult(tx: Tx, row: InvocationRow, content: unknown, now: Date): Promise<NewDelivery> {
  if (!isEnd(row.state)) throw new Error(`An invocation that is ${row.state} has no result.`);
  const person = (await findUsers(tx, [row.user_id]))[0] as UserRow;
  return sealDelivery(
    {
      event: 'tool.result',
      agentId: row.agent_id,
      conversationId: row.conversation_id,
      user: { userId: person.user_id, locale: person.locale, timezone: person.timezone },
      payload: {
        tool_result: {
          invocation_id: row.invocation_id,
          tool: row.tool,
          requested_scope: row.requested_scope,
          outcome: row.state,
          content: content as null,
          is_error: row.state !== 'succeeded',
        },
      },
      createdAt: now,
      humanOrigin: row.human_origin,
      hop: row.hop,
    },
    now.getTime(),
  );
}
