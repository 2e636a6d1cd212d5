import type { RelayReady } from '@parley/protocol';
import type { PlatformClient } from '../platform-client.ts';
import type { Log } from '../log.ts';
import { relayFrames } from './relay-frames.ts';

const overRelay =
  'This agent is registered for webhooks, so nothing comes over the relay stream. Serve agent.webhookListener() at its ' +
  "webhook_url, or set the manifest's transport to relay.";
const overWebhook =
  'This agent is registered for the relay, so nothing is posted to its webhook. Call agent.startRelay(), or set the ' +
  "manifest's transport to webhook.";

/** What to tell an agent that opened a relay although its deliveries go elsewhere; null where all is well. */
export function noticeOf(ready: RelayReady): string | null {
  return ready.notice ?? (ready.transport === 'webhook' ? overRelay : null);
}

interface Parts {
  readonly door: PlatformClient;
  readonly log: Log;
  /** Whether the agent has a relay as well. */
  readonly hasRelay: () => boolean;
  readonly signal: AbortSignal;
}

/**
 * Warns an agent that serves a webhook and has no relay where the platform would deliver over the relay only. It asks for nothing
 * but a `ready`. A platform that does not answer is no reason to say anything: the first reply will.
 */
export async function checkWebhook({ door, log, hasRelay, signal }: Parts): Promise<void> {
  try {
    const stream = await door.openStream('/hooks/v1/stream?only=ready', signal);
    for await (const frame of relayFrames(stream, () => undefined)) {
      if (frame.event !== 'ready') continue;
      if (frame.data.transport === 'relay' && !hasRelay()) log('warn', overWebhook, { agent: frame.data.agent_id });
      return;
    }
  } catch {
    return;
  }
}
