import type { Envelope, TraceHeaders } from '@parley/protocol';
import { eventTypes, parseAuthorization, verifyWith } from '@parley/protocol/agent';
import type { Credential } from './credentials.ts';

/** What the platform sent, by either road, before anything of it is believed. */
export interface SignedBytes {
  readonly body: Uint8Array;
  /** The value of `X-Platform-Signature`. */
  readonly signature: string;
  /** The value of `Authorization`. */
  readonly authorization: string;
  /** The W3C trace context of the delivery; relay frames have none. */
  readonly trace?: TraceHeaders | null;
}

/**
 * Why bytes are not a delivery for this agent. `unknown_credential`: they name a credential of this agent that it does not hold,
 * as when a new one has just been made.
 */
export type DeliveryFault = 'bad_signature' | 'unknown_credential' | 'malformed' | 'unknown_version';

/** A verified delivery. `envelope` is null where its event is unknown: it is acknowledged and ignored. */
export type OpenedDelivery =
  | { readonly deliveryId: string; readonly envelope: Envelope | null; readonly body: Uint8Array }
  | { readonly fault: DeliveryFault };

/**
 * Verifies the signature over the raw bytes, and only then reads them.
 *
 * @param credentials The agent's credentials; the one that `Authorization` names must have signed.
 */
export async function openDelivery(
  sent: SignedBytes,
  credentials: readonly Credential[],
  nowMs: number,
): Promise<OpenedDelivery> {
  const named = parseAuthorization(sent.authorization);
  const own = credentials.filter(({ agentId }) => agentId === named?.agentId);
  if (own.length === 0) return { fault: 'bad_signature' };
  const credential = own.find(({ credentialId }) => credentialId === named?.credentialId);
  if (!credential) return { fault: 'unknown_credential' };
  const fits = await verifyWith(await credential.key(), sent.signature, sent.body, nowMs / 1000);
  if (!fits) return { fault: 'bad_signature' };
  return readEnvelope(sent.body);
}

/**
 * Reads the bytes of an envelope whose signature was verified. Fields that are not known yet pass, so that an agent keeps
 * working when the platform tells it more.
 */
export function readEnvelope(body: Uint8Array): OpenedDelivery {
  const envelope = parse(body);
  if (envelope === null || typeof envelope['delivery_id'] !== 'string') return { fault: 'malformed' };
  if (envelope['version'] !== '1') return { fault: 'unknown_version' };
  if (typeof envelope['event'] !== 'string' || typeof envelope['conversation_id'] !== 'string') {
    return { fault: 'malformed' };
  }
  const isKnown = (eventTypes as readonly string[]).includes(envelope['event']);
  return { deliveryId: envelope['delivery_id'], envelope: isKnown ? (envelope as Envelope) : null, body };
}

function parse(body: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
