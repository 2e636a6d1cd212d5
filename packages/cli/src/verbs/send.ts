import { randomUUID } from 'node:crypto';
import type { Message } from '@parley/protocol';
import { allItems } from '../api/all-items.ts';
import { findAgentToWriteTo } from '../api/find-agent.ts';
import { followMessages, wordsOf } from '../api/follow-messages.ts';
import type { Client } from '../api/client.ts';
import { openSignedIn, type VerbOptions } from '../context.ts';
import { exitCodes, Failure, usage } from '../failure.ts';
import { readStdin } from '../read-json-file.ts';

export interface SendOptions extends VerbOptions {
  /** Seconds to wait for the answer; true is 60. */
  readonly wait?: string | true;
  /** Opens a new conversation even where there is one. */
  readonly new?: boolean;
}

/** Sends a message to an agent, in the conversation that there is with it or a new one, or to a conversation by its id. */
export async function send(to: string, words: readonly string[], options: SendOptions): Promise<void> {
  const waitSeconds = readWait(options.wait);
  const { out, client } = await openSignedIn(options);
  const text = words.length === 1 && words[0] === '-' ? await readStdin() : words.join(' ');
  if (text.trim() === '') throw usage('text_required', 'What is to be sent?', `parley send ${to} Hello there`);
  const conversationId = to.startsWith('cnv_') ? to : await conversationWith(client, to, options.new === true);
  const message = await client.call('sendMessage', {
    params: { conversationId },
    body: { text },
    idempotencyKey: randomUUID(),
  });
  if (waitSeconds === null) {
    out.note(
      message.deliveries.length === 0 ? 'Sent; no agent was there to get it.' : `Sent, as ${message.messageId}.`,
    );
    return out.result(message, '');
  }
  const replies = await waitForReply(client, conversationId, message.seq, waitSeconds);
  out.result({ message, replies }, (await Promise.all(replies.map(wordsOf))).join('\n'));
}

function readWait(wait: string | true | undefined): number | null {
  if (wait === undefined) return null;
  const seconds = wait === true ? 60 : Number(wait);
  if (seconds > 0 && seconds <= 3600) return seconds;
  throw usage('wait_invalid', `"${String(wait)}" is no time to wait.`, 'Give seconds from 1 to 3600.');
}

/** The newest conversation of the caller alone with the agent, or a new one. */
async function conversationWith(client: Client, name: string, isNew: boolean): Promise<string> {
  const { agentId } = await findAgentToWriteTo(client, name);
  return isNew ? openRoom(client, agentId) : roomWith(client, agentId);
}

/** The caller's newest conversation with this agent and nobody else, or a new one. */
export async function roomWith(client: Client, agentId: string): Promise<string> {
  return (await findConversation(client, agentId)) ?? (await openRoom(client, agentId));
}

async function openRoom(client: Client, agentId: string): Promise<string> {
  const { item } = await client.call('openConversation', { body: { agentIds: [agentId] as never } });
  return item.conversationId;
}

/** The caller's first listed conversation with this agent and nobody else, else an archived one; null where there is none. */
export async function findConversation(client: Client, agentId: string): Promise<string | null> {
  for (const archived of [undefined, '1'] as const) {
    const own = allItems((cursor) => client.call('listConversations', { query: { limit: 200, cursor, archived } }));
    for await (const { conversationId, kind, agentMembers } of own) {
      if (kind === 'direct' && agentMembers.some((member) => member.agentId === agentId)) return conversationId;
    }
  }
  return null;
}

/** Waits for the agent's first final answer after a message. */
async function waitForReply(client: Client, conversationId: string, seq: number, seconds: number): Promise<Message[]> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), seconds * 1000);
  const replies: Message[] = [];
  const tell = (message: Message) => {
    if ((message.seq ?? 0) <= seq || message.author.type !== 'agent') return;
    replies.push(message);
    over.abort();
  };
  await followMessages(client, conversationId, { past: 50, signal: over.signal, everyMs: 250 }, tell);
  clearTimeout(timer);
  if (replies.length > 0) return replies;
  throw new Failure({
    code: 'no_reply',
    message: `No answer came within ${seconds} seconds.`,
    hint: 'See parley agent connection and parley tail for whether the agent is there, and what became of the delivery.',
    exitCode: exitCodes.fault,
  });
}
