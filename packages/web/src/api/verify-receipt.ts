import { canonicalJson, type ApprovalReceipt, type StandingReceipt } from '@parley/protocol';
import { request } from './request.ts';

/** `forged`: no key of this server made the signature. `other`: it is about other arguments. `unknown`: it cannot be checked here. */
export type Verified = 'verified' | 'forged' | 'other' | 'unknown';

/** Where the server publishes the keys of its receipts. */
export const keysAddress = '/.well-known/parley.json';

interface PublishedKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
}

/**
 * Verifies the signature of a receipt against the keys that the server publishes and, if the arguments of the call are given, that the
 * receipt is about them.
 */
export async function verifyReceipt(
  receipt: ApprovalReceipt | StandingReceipt,
  args?: Readonly<Record<string, unknown>>,
): Promise<Verified> {
  // Browsers have Web Crypto on secure pages only; old ones lack Ed25519.
  if (!globalThis.crypto?.subtle) return 'unknown';
  const { signature, ...signed } = receipt;
  const { receiptKeys } = await request<{ receiptKeys: readonly PublishedKey[] }>('GET', keysAddress);
  const bytes = new TextEncoder().encode(canonicalJson(signed));
  let isSigned = false;
  try {
    for (const key of receiptKeys) isSigned ||= await isSignedBy(key, signature, bytes);
  } catch {
    return 'unknown';
  }
  if (!isSigned) return 'forged';
  if (args === undefined) return 'verified';
  const call = { tool: receipt.tool, requested_scope: receipt.requestedScope, arguments: args };
  return (await sha256(canonicalJson(call))) === receipt.argumentsSha256 ? 'verified' : 'other';
}

async function isSignedBy(
  { kty, crv, x }: PublishedKey,
  signature: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify']);
  return crypto.subtle.verify({ name: 'Ed25519' }, key, fromBase64Url(signature), bytes);
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
