import { newId } from '@parley/protocol';
import type { App } from '../app.ts';
import type { Enqueued } from '../deliveries/engine.ts';
import type { Ledger, NewLine } from '../messages/ledger.ts';
import type { MessageRow } from '../messages/message-row.ts';
import { envelopeMessage, sealDelivery } from '../messages/seal-delivery.ts';
import { tell, type Signal } from '../signals/signal.ts';
import type { Tx } from '../storage/storage.ts';
import { findUsers, type UserRow } from '../users/queries.ts';
import type { ApprovalEnd, ApprovalRow } from './approval.ts';
import { updateState } from './queries.ts';

export type EndApp = Pick<App, 'storage' | 'clock' | 'hub' | 'engine' | 'rooms'>;

/** An approval that has just ended, and what is to be done once that is committed. */
export interface Ended {
  readonly row: ApprovalRow;
  readonly ledger: Ledger;
  readonly enqueued: Enqueued;
}

/**
 * Ends a pending approval whose row and room are locked: its state, a line in the room, and one `approval.resolved` to the agent.
 * The invocation that waits is moved by whoever collects the outcome, so its `tool.result` always comes after.
 */
export async function endApproval(
  tx: Tx,
  app: EndApp,
  ledger: Ledger,
  before: ApprovalRow,
  state: ApprovalEnd,
): Promise<Ended> {
  const ended = await markEnded(tx, app, ledger, before, state);
  await ledger.write(tx);
  return ended;
}

/** Ends it likewise, but leaves writing the ledger to the caller, who has more to write. */
export async function markEnded(
  tx: Tx,
  app: EndApp,
  ledger: Ledger,
  before: ApprovalRow,
  state: ApprovalEnd,
): Promise<Ended> {
  const now = new Date(app.clock.now());
  const row = { ...before, state, resolved_at: now };
  await updateState(tx, row.approval_id, state, now);
  const person = (await findUsers(tx, [row.user_id]))[0] as UserRow;
  const line = say(ledger, row, lineOf(row, person), now);
  const delivery = sealDelivery(
    {
      event: 'approval.resolved',
      agentId: row.agent_id,
      conversationId: row.conversation_id,
      user: { userId: person.user_id, locale: person.locale, timezone: person.timezone },
      payload: {
        messages: [envelopeMessage(line)],
        approval: {
          id: row.approval_id,
          requested_scope: row.requested_scope,
          action: row.action,
          state,
          invocation_id: row.invocation_id,
        },
      },
      createdAt: line.created_at,
      humanOrigin: row.human_origin,
      hop: row.hop,
    },
    app.clock.now(),
  );
  return { row, ledger, enqueued: await app.engine.enqueue(tx, [delivery]) };
}

/** Tells everyone, after the commit. */
export function publishEnded({ hub, engine }: Pick<App, 'hub' | 'engine'>, { row, ledger, enqueued }: Ended): void {
  hub.publish([...ledger.signals(), ...endSignals(row)]);
  engine.handOff(enqueued);
}

/** What is told of an approval's end, beside its line. */
export function endSignals({
  approval_id: approvalId,
  conversation_id: conversationId,
  user_id,
}: ApprovalRow): Signal[] {
  return [
    tell([user_id], 'approvalResolved', { approvalId, conversationId }),
    { to: 'servers', type: 'invocationsReady' },
  ];
}

/** Says it in the room. Where the room is gone, only the agent is told. */
function say(ledger: Ledger, row: ApprovalRow, body: string, now: Date): MessageRow {
  const line: NewLine = {
    conversation_id: row.conversation_id,
    author_type: 'platform',
    author_id: null,
    body,
    blocks: [],
    reply_to_delivery_id: null,
    proactive: false,
  };
  if (ledger.room(row.conversation_id)) return ledger.append(line);
  return { ...line, message_id: newId('message', now.getTime()), seq: 0, created_at: now };
}

function lineOf({ state, action }: ApprovalRow, person: UserRow): string {
  if (state === 'expired') return `Nobody decided in time: ${action}`;
  return `${person.display_name} ${state === 'approved' ? 'approved' : 'denied'}: ${action}`;
}
