import type { Message, MessageId, UserId } from '@parley/protocol';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { Db, Tx } from '../../../platform/storage/storage.ts';
import { findChoices } from './choice-queries.ts';

/** What a message chose, and what the reader chose of it. */
export type ShownChoices = Pick<Message, 'choice' | 'choiceStates'>;

/** Returns the choices of these messages, with block indexes as this reader counts them. */
export async function readChoices(
  db: Db | Tx,
  viewer: UserId,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, ShownChoices>> {
  const rows = await findChoices(db, viewer, messageIds);
  const agents = await findAgents(db, [...new Set(rows.flatMap(({ agent_id: id }) => id ?? []))]);
  const own = new Set<string>(agents.flatMap((agent) => (agent.owner_user_id === viewer ? [agent.agent_id] : [])));
  const shown = new Map<MessageId, ShownChoices>();
  for (const row of rows) {
    const block = row.agent_id !== null && own.has(row.agent_id) ? row.block : row.public_block;
    const { message_id: messageId, of_message_id: of, label } = row;
    shown.set(messageId, { ...choicesIn(shown, messageId), choice: { messageId: of, block, label } });
    if (row.user_id !== viewer) continue;
    const before = choicesIn(shown, of);
    shown.set(of, { ...before, choiceStates: { ...before.choiceStates, [block]: { label } } });
  }
  return shown;
}

/** Returns the choices of one message. */
export function choicesIn(shown: ReadonlyMap<MessageId, ShownChoices>, messageId: MessageId): ShownChoices {
  return shown.get(messageId) ?? { choice: null, choiceStates: {} };
}
