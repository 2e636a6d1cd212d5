import type { AgentId, Message, MessageId } from '@parley/protocol';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { Db, Tx } from '../../../platform/storage/storage.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { findAsked, findCallsIn, type ShownCallRow } from '../reply/agent-call-queries.ts';

type AgentCall = NonNullable<Message['agentCall']>;

/** Returns the calls between agents by the messages that made or answered them. */
export async function readAgentCalls(
  db: Db | Tx,
  rows: readonly MessageRow[],
  nowMs: number,
): Promise<Map<MessageId, AgentCall>> {
  const replies = rows.filter((row) => row.author_type === 'agent' && row.reply_to_delivery_id !== null);
  const calls = await findCallsIn(
    db,
    replies.map((row) => row.message_id),
    nowMs,
  );
  const named = await readNames(
    db,
    calls.flatMap((call) => [call.caller_agent_id, call.called_agent_id]),
  );
  return new Map(
    calls.map((call) => [
      call.message_id,
      {
        from: named(call.caller_agent_id),
        to: named(call.called_agent_id),
        calledAt: call.called_at.toISOString(),
        answeredAt: call.answered_at?.toISOString() ?? null,
        state: stateOf(call),
      },
    ]),
  );
}

/** Returns the agents that were called in answer to messages of people and have not answered. */
export async function readAsking(
  db: Db | Tx,
  rows: readonly MessageRow[],
  nowMs: number,
): Promise<Map<MessageId, Message['asking']>> {
  const ofPeople = rows.filter((row) => row.author_type === 'user').map((row) => row.message_id);
  const asked = await findAsked(db, ofPeople, nowMs);
  const named = await readNames(
    db,
    asked.map((call) => call.called_agent_id),
  );
  const asking = new Map<MessageId, Message['asking']>();
  for (const { message_id: id, called_agent_id: agentId } of asked) {
    const known = asking.get(id) ?? [];
    if (known.some((agent) => agent.agentId === agentId)) continue;
    asking.set(id, [...known, named(agentId)]);
  }
  return asking;
}

function stateOf({ answered_at: answeredAt, is_pending: isPending }: ShownCallRow): AgentCall['state'] {
  if (answeredAt) return 'answered';
  return isPending ? 'pending' : 'ended';
}

async function readNames(db: Db | Tx, ids: readonly AgentId[]) {
  const names = new Map((await findAgents(db, [...new Set(ids)])).map((agent) => [agent.agent_id, agent.name]));
  return (agentId: AgentId) => ({ agentId, name: names.get(agentId) ?? 'Agent' });
}
