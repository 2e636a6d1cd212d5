import type { RelayDelivery } from '@parley/protocol';
import type { Client } from '../api/client.ts';
import { Failure } from '../failure.ts';
import { pause } from '../until-stopped.ts';
import { forward, type Forwarded } from './forward.ts';
import { streamFrames } from './stream-frames.ts';

/** Who is listened to, and what happens with what comes. */
export interface Listening {
  readonly client: Client;
  readonly agentId: string;
  /** Where deliveries are forwarded to; null accepts them here. */
  readonly url: string | null;
  /** Ends it. What is being forwarded then is still acknowledged. */
  readonly signal: AbortSignal;
  readonly onReady: () => void;
  readonly onDelivery: (delivery: RelayDelivery, taken: Forwarded) => void;
  /** Told of what goes wrong and is tried again. */
  readonly onTrouble: (message: string) => void;
}

/** A stream that has been silent for so long is taken for dead: the platform beats every 15 seconds. */
const silentMs = 40_000;
const longestPauseMs = 30_000;
const acceptedHere: Forwarded = { status: null, snippet: null, error: null, durationMs: 0 };

/**
 * Listens to an agent until `signal` aborts: opens the owner's stream, forwards each delivery, and acknowledges it with what the local
 * program answered. A stream that breaks is opened again.
 *
 * @throws Failure where the server refuses: no such agent, no token, too many streams.
 */
export async function listenToAgent(listening: Listening): Promise<void> {
  const { signal, onTrouble } = listening;
  const underWay = new Set<Promise<void>>();
  for (let failures = 0; !signal.aborted;) {
    try {
      await readStream(listening, underWay, () => (failures = 0));
      if (!signal.aborted) onTrouble('The stream has ended; it is opened again.');
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof Failure && error.code !== 'server_unreachable') throw error;
      onTrouble(`${error instanceof Error ? error.message : String(error)} It is tried again.`);
    }
    if (!signal.aborted) await pause(Math.min(longestPauseMs, 500 * 2 ** failures++), signal);
  }
  await Promise.all(underWay);
}

async function readStream(listening: Listening, underWay: Set<Promise<void>>, onReady: () => void): Promise<void> {
  const { client, agentId, signal } = listening;
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silentMs);
  const stirred = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silentMs);
  };
  try {
    const both = AbortSignal.any([signal, silence.signal]);
    const body = await client.open('listenToAgent', { params: { agentId } }, both);
    for await (const frame of streamFrames(body, stirred)) {
      if (frame.event === 'ready') {
        onReady();
        listening.onReady();
        continue;
      }
      const taking = take(listening, frame.data).finally(() => underWay.delete(taking));
      underWay.add(taking);
    }
  } finally {
    clearTimeout(timer);
  }
}

async function take(
  { client, agentId, url, onDelivery, onTrouble }: Listening,
  delivery: RelayDelivery,
): Promise<void> {
  const taken = url === null ? acceptedHere : await forward(url, delivery);
  onDelivery(delivery, taken);
  const { status, snippet, error } = taken;
  const body = {
    status: error === null ? ('accepted' as const) : ('failed' as const),
    ...(error === null ? {} : { error }),
    ...(status === null ? {} : { statusCode: status }),
    ...(snippet === null ? {} : { responseSnippet: snippet }),
  };
  try {
    await client.call('ackListened', { params: { agentId, deliveryId: delivery.delivery_id }, body });
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    onTrouble(`${delivery.delivery_id} could not be acknowledged: ${why}`);
  }
}
