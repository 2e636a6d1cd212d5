import type { Approval, Message } from '@parley/protocol';
import { allItems } from '../api/all-items.ts';
import type { Client } from '../api/client.ts';
import { usage } from '../failure.ts';

/** What `readTranscript` of `@parley/testing` reads. */
export interface RecordedTranscript {
  readonly version: '1';
  readonly turns: readonly RecordedTurn[];
}

export type RecordedTurn = Readonly<Record<string, unknown>> & { readonly person: string; readonly answers: unknown[] };

/** A conversation as a transcript, and how many things in it cannot be played again. */
export interface Recording {
  readonly transcript: RecordedTranscript;
  readonly leftOut: number;
}

/** A conversation with more is not read on. */
const messagesMax = 1000;

/**
 * Reads a conversation of an agent as a transcript: what people said and pressed, what the caller decided, and what the agent answered. Left
 * out is what a program cannot do again: files, forms, tasks, deleted messages, and what came before the first words.
 */
export async function recordConversation(client: Client, conversationId: string): Promise<Recording> {
  const { item } = await client.call('getConversation', { params: { conversationId } });
  const agentId = item.agentMembers[0]?.agentId;
  if (agentId === undefined)
    throw usage('no_agent', `${conversationId} has no agent.`, 'Name a conversation with an agent.');
  const events = [
    ...(await messagesOf(client, conversationId)).map((message) => ({ at: message.createdAt, message })),
    ...(await decisionsOf(client, conversationId, agentId)).map((approval) => ({
      at: approval.resolvedAt ?? '',
      approval,
    })),
  ].sort((one, other) => one.at.localeCompare(other.at));
  const { userId } = (await client.call('getSession')).item;
  const people = new Map<string, string>();
  const nameOf = (id: string) => people.get(id) ?? people.set(id, `person-${people.size + 1}`).get(id) ?? '';

  const turns: RecordedTurn[] = [];
  let leftOut = 0;
  for (const event of events) {
    const answer = 'message' in event && event.message.author.id === agentId;
    if (answer && turns.length > 0) turns.at(-1)?.answers.push(event.message.blocks);
    else if ('approval' in event) turns.push({ person: nameOf(userId), ...decided(event.approval), answers: [] });
    else {
      const act = answer ? null : actOf(event.message);
      if (act === null) leftOut += 1;
      else turns.push({ person: nameOf(event.message.author.id ?? ''), ...act, answers: [] });
    }
  }
  if (turns.length === 0) throw usage('nothing_said', `Nobody said anything in ${conversationId}.`);
  return { transcript: { version: '1', turns }, leftOut };
}

/** What a person did with a message; null if it cannot be done again. */
function actOf({ author, body, choice }: Message): { says: string } | { presses: string } | null {
  if (author.type !== 'user' || body === null || body === '') return null;
  return choice === null ? { says: body } : { presses: choice.label };
}

function decided({ state, action, option, reason }: Approval) {
  return {
    decides: state,
    action,
    ...(option !== null && { option }),
    ...(reason !== null && { reason }),
  };
}

async function messagesOf(client: Client, conversationId: string): Promise<readonly Message[]> {
  const read: Message[] = [];
  for (let after = 0; read.length < messagesMax;) {
    const { items } = await client.call('listMessages', {
      params: { conversationId },
      query: { after, limit: 200 },
    });
    const final = items.filter(({ partial }) => !partial);
    read.push(...final);
    const last = final.at(-1)?.seq ?? null;
    if (last === null || last <= after) break;
    after = last;
  }
  return read.slice(0, messagesMax);
}

/** The caller's own decisions on what the agent asked there. */
async function decisionsOf(client: Client, conversationId: string, agentId: string): Promise<readonly Approval[]> {
  const found: Approval[] = [];
  for (const state of ['approved', 'denied'] as const) {
    const pages = allItems((cursor) =>
      client.call('listApprovals', { query: { state, limit: 200, ...(cursor === undefined ? {} : { cursor }) } }),
    );
    for await (const approval of pages)
      if (approval.conversationId === conversationId && approval.agentId === agentId) found.push(approval);
  }
  return found;
}
