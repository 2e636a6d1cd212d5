import type { Envelope } from '@parley/protocol';
import { importSecret, newId, platformSignatureHeader, signWith, writeAuthorization } from '@parley/protocol/agent';
import type { Credentials } from './credentials.ts';

/** How a delivery differs from an honest one. */
export interface Twist {
  /** Seconds that its timestamp is off. */
  readonly offSeconds?: number;
  /** Left out, or made over other bytes or with another secret. */
  readonly signature?: 'none' | 'other_secret' | 'other_body';
  /** The bytes of the body, in place of the usual ones. */
  readonly body?: string;
}

/** What an agent answered. */
export interface Answered {
  /** Null where no complete answer came. */
  readonly status: number | null;
  readonly ms: number;
  readonly error: string | null;
}

/** Any envelope, or one of an event that there is not. */
export type Posted = Envelope | (Omit<Envelope<'message.created'>, 'event'> & { readonly event: string });

/** Posts deliveries to an agent as the platform does. */
export interface Poster {
  post(envelope: Posted, twist?: Twist): Promise<Answered>;
}

export async function createPoster(url: string, credentials: Credentials, timeoutMs: number): Promise<Poster> {
  const key = await importSecret(credentials.secret);
  const otherKey = await importSecret(crypto.getRandomValues(new Uint8Array(32)));
  const authorization = writeAuthorization(credentials.agentId, credentials.credentialId);
  const headersOf = async (envelope: Posted, bytes: Uint8Array, { offSeconds = 0, signature }: Twist) => {
    const unix = Date.now() / 1000 + offSeconds;
    const signed = signature === 'other_body' ? new TextEncoder().encode('{}') : bytes;
    const value = await signWith(signature === 'other_secret' ? otherKey : key, unix, signed);
    return {
      'content-type': 'application/json',
      'user-agent': 'Parley/1',
      'x-delivery-id': envelope.delivery_id,
      authorization,
      ...(signature === 'none' ? {} : { [platformSignatureHeader]: value }),
    };
  };
  return {
    async post(envelope, twist = {}) {
      const body = new TextEncoder().encode(twist.body ?? JSON.stringify(envelope));
      const headers = await headersOf(envelope, body, twist);
      const startedAt = performance.now();
      const elapsed = () => Math.round(performance.now() - startedAt);
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const response = await fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal });
        await response.arrayBuffer();
        return { status: response.status, ms: elapsed(), error: null };
      } catch (error) {
        return { status: null, ms: elapsed(), error: reasonOf(error) };
      }
    },
  };
}

/** An envelope of an event, new each time, as if a person in a conversation of their own had caused it. */
export function envelopeFor(example: Envelope, credentials: Credentials, createdAt = new Date()): Envelope {
  return {
    ...example,
    delivery_id: newId('delivery'),
    agent_id: credentials.agentId,
    conversation_id: newId('conversation'),
    created_at: createdAt.toISOString(),
    user: { id: newId('user'), locale: 'en', timezone: 'UTC' },
  };
}

/** Why no answer came: `TimeoutError`, or what the system calls it, such as `ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return error.name;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException).code;
  return code ?? (cause instanceof Error ? cause.name : String(cause));
}
