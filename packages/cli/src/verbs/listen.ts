import type { Envelope, RelayDelivery } from '@parley/protocol';
import { requireOwnAgent } from '../api/find-agent.ts';
import { openSignedIn, type VerbOptions } from '../context.ts';
import { usage } from '../failure.ts';
import type { Forwarded } from '../listen/forward.ts';
import { listenToAgent } from '../listen/listen-to-agent.ts';
import { readUrl } from '../read-url.ts';
import { untilStopped } from '../until-stopped.ts';

export interface ListenOptions extends VerbOptions {
  readonly forward?: string;
}

/** Has an agent's deliveries come to this terminal, and forwards each to a local URL, whose answer is the acknowledgement. */
export async function listen(handle: string, options: ListenOptions): Promise<void> {
  const url = options.forward === undefined ? null : readForward(options.forward);
  const { out, client } = await openSignedIn(options);
  const { agentId, handle: name } = await requireOwnAgent(client, handle);
  const where = url === null ? 'accepted here, and forwarded to nothing' : `forwarded to ${url}`;
  await listenToAgent({
    client,
    agentId,
    url,
    signal: untilStopped(),
    onReady: () => out.note(`Listening to ${name}: deliveries are ${where}. Ctrl+C ends this.`),
    onDelivery: (delivery, taken) => out.line(recordOf(delivery, taken), lineOf(delivery, taken)),
    onTrouble: (message) => out.note(message),
  });
}

/** Where to forward to. */
export function readForward(text: string): string {
  const url = readUrl(text);
  if (url !== null) return url;
  throw usage('forward_invalid', `"${text}" is no URL to forward to.`, 'Such as --forward http://127.0.0.1:3000/hook.');
}

/** One line about a delivery and its answer. */
export function lineOf(delivery: RelayDelivery, { status, error, durationMs }: Forwarded): string {
  const envelope = readEnvelope(delivery);
  const text = envelope && 'messages' in envelope ? ` ${JSON.stringify(envelope.messages.at(-1)?.text ?? '')}` : '';
  const answer = error ?? (status === null ? 'accepted' : `${status} in ${durationMs} ms`);
  return `${new Date().toISOString()}  ${delivery.delivery_id}  ${envelope?.event ?? 'unreadable'}${text.slice(0, 80)} → ${answer}`;
}

function recordOf(delivery: RelayDelivery, taken: Forwarded) {
  const { delivery_id: deliveryId, signature, authorization } = delivery;
  return {
    at: new Date().toISOString(),
    deliveryId,
    ...taken,
    signature,
    authorization,
    envelope: readEnvelope(delivery),
  };
}

function readEnvelope({ body_base64 }: RelayDelivery): Envelope | null {
  try {
    return JSON.parse(Buffer.from(body_base64, 'base64').toString('utf8')) as Envelope;
  } catch {
    return null;
  }
}
