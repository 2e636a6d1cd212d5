import type { RelayDelivery } from '@parley/protocol';
import type { Client } from '../api/client.ts';
import { Failure } from '../failure.ts';
import { forward } from '../listen/forward.ts';
import { streamFrames } from '../listen/stream-frames.ts';
import { checkDedupe, firstAnswerMs } from './check-answers.ts';
import type { Check } from './check.ts';
import { quietMs, settled } from './settled.ts';

/** How long the server has for a delivery, and how often a conversation is looked at. */
const deliveryMs = 10_000;
const lookMs = 250;

/**
 * Looks whether an agent answers twice what comes twice, with a delivery of the server itself: its owner listens, writes to it in a
 * conversation that is deleted afterwards, and the delivery is posted to the agent two times.
 *
 * @returns Null where the caller does not own the agent or may not listen, so that nothing was found out.
 */
export async function checkDedupeOnServer(client: Client, agentId: string, url: string): Promise<Check | null> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), deliveryMs);
  try {
    const stream = await client.open('listenToAgent', { params: { agentId } }, over.signal);
    const frames = streamFrames(stream, () => undefined);
    const { item } = await client.call('openConversation', { body: { agentIds: [agentId as never] } });
    const { conversationId } = item;
    try {
      const delivery = await nextDelivery(frames, () => say(client, conversationId));
      return delivery === null ? null : await postTwice({ client, agentId, url, conversationId }, delivery);
    } finally {
      await client.call('deleteConversation', { params: { conversationId } });
    }
  } catch (error) {
    if (error instanceof Failure || over.signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

type Frames = ReturnType<typeof streamFrames>;

/** Writes once the stream is open, and waits for what comes of it. */
async function nextDelivery(frames: Frames, write: () => Promise<string | null>): Promise<RelayDelivery | null> {
  let awaited: string | null = null;
  for await (const frame of frames) {
    if (frame.event === 'ready') awaited = await write();
    else if (frame.data.delivery_id === awaited) return frame.data;
  }
  return null;
}

async function say(client: Client, conversationId: string): Promise<string | null> {
  const { deliveries } = await client.call('sendMessage', {
    params: { conversationId },
    body: { text: 'hello from parley doctor' },
  });
  return deliveries[0]?.deliveryId ?? null;
}

interface Place {
  readonly client: Client;
  readonly agentId: string;
  readonly url: string;
  readonly conversationId: string;
}

async function postTwice({ client, agentId, url, conversationId }: Place, delivery: RelayDelivery): Promise<Check> {
  const deliveryId = delivery.delivery_id;
  const answers = async () => {
    const { items } = await client.call('listMessages', { params: { conversationId }, query: { limit: 200 } });
    return items.filter((message) => message.replyToDeliveryId === deliveryId && !message.partial).length;
  };
  await forward(url, delivery);
  await client.call('ackListened', { params: { agentId, deliveryId }, body: { status: 'accepted' } });
  const once = await settled(answers, firstAnswerMs, lookMs);
  await forward(url, delivery);
  return checkDedupe(once, await settled(answers, once === 0 ? quietMs : firstAnswerMs / 2, lookMs));
}
