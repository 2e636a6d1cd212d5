import { importSecret, parseSignature, signWith, verifyWith } from '@parley/protocol/agent';
import type { Credentials } from '../doctor/credentials.ts';
import type { LocalAnswer, Taken } from './local-agent.ts';

/** What a small agent is made of; a broken one has one part that is wrong. */
export interface Parts {
  /** Whether a delivery is taken for the platform's. */
  verify(taken: Taken): Promise<boolean>;
  /** Whether it was there before. */
  isKnown(deliveryId: string): boolean;
  answerToKnown: LocalAnswer;
  /** Answers a new one; what it throws is a 500. */
  accept(envelope: Envelope): LocalAnswer | Promise<LocalAnswer>;
  /** The bytes that a reply is signed over. */
  signedBytes(body: Uint8Array): Uint8Array;
  blocks: unknown;
}

export interface Envelope {
  readonly delivery_id: string;
  readonly event: string;
  readonly created_at: string;
  readonly messages?: readonly { readonly text: string }[];
}

/** A small echo without a library, as written by hand. `change` breaks it. */
export function handWrittenAgent(
  credentials: Credentials,
  platform: string,
  change: (parts: Parts) => Partial<Parts> = () => ({}),
): (taken: Taken) => Promise<LocalAnswer> {
  const seen = new Set<string>();
  const right: Parts = {
    verify: ({ headers, body }) => isSigned(credentials, headers['x-platform-signature'], body),
    isKnown: (deliveryId) => seen.has(deliveryId) || !seen.add(deliveryId),
    answerToKnown: 200,
    accept: () => 200,
    signedBytes: (body) => body,
    blocks: [{ type: 'text', text: 'You said it.' }],
  };
  const parts = { ...right, ...change(right) };
  return async (taken) => {
    if (!(await parts.verify(taken))) return 401;
    const envelope = JSON.parse(taken.body.toString('utf8')) as Envelope;
    if (parts.isKnown(envelope.delivery_id)) return parts.answerToKnown;
    const answer = await parts.accept(envelope);
    if (envelope.event === 'message.created') void reply(credentials, platform, envelope.delivery_id, parts);
    return answer;
  };
}

/** Whether a body is signed with the secret, at any time at all where `anyTime` is set. */
export async function isSigned(
  { secret }: Credentials,
  header: unknown,
  body: Uint8Array,
  anyTime = false,
): Promise<boolean> {
  const text = typeof header === 'string' ? header : '';
  const key = await importSecret(secret);
  const now = anyTime ? Number(parseSignature(text)?.unix ?? 0) : Date.now() / 1000;
  return verifyWith(key, text, new Uint8Array(body), now);
}

async function reply(
  { agentId, credentialId, secret }: Credentials,
  platform: string,
  deliveryId: string,
  parts: Parts,
) {
  const body = { version: '1', in_reply_to_delivery_id: deliveryId, blocks: parts.blocks };
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const signature = await signWith(await importSecret(secret), Date.now() / 1000, parts.signedBytes(bytes));
  await fetch(`${platform}/hooks/v1/reply`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `HMAC ${agentId}/${credentialId}`,
      'x-agent-signature': signature,
    },
    body: bytes,
  }).catch(() => undefined);
}
