import type { AgentId, CredentialId } from './id-forms.ts';
import { isId } from './id-forms.ts';
import { limits } from './limits.ts';

/** The header that carries the signature of a request from an agent. */
export const agentSignatureHeader = 'x-agent-signature';
/** The header that carries the signature of a delivery from the platform. */
export const platformSignatureHeader = 'x-platform-signature';

/** A parsed signature header: `t=<unix>,v1=<hex>`. `unix` is exactly ten digits; the signature covers them as written. */
export interface Signature {
  readonly unix: string;
  readonly hex: string;
}

export interface Authorization {
  readonly agentId: AgentId;
  readonly credentialId: CredentialId;
}

/** Parses a signature header; returns null unless it has exactly this form. */
export function parseSignature(header: string): Signature | null {
  const match = /^t=([0-9]{10}),v1=([0-9a-f]{64})$/.exec(header);
  return match ? { unix: match[1] as string, hex: match[2] as string } : null;
}

/** Returns whether the time of the signature differs from `nowSeconds` by no more than the tolerance, in whole seconds. */
export function isTimely(signature: Signature, nowSeconds: number): boolean {
  return Math.abs(Number(signature.unix) - Math.floor(nowSeconds)) <= limits.signatureToleranceSeconds;
}

/** Parses `HMAC <agent_id>/<credential_id>`; returns null unless it has exactly this form. */
export function parseAuthorization(header: string): Authorization | null {
  const match = /^HMAC ([^/ ]+)\/([^/ ]+)$/.exec(header);
  if (!match || !isId('agent', match[1]) || !isId('credential', match[2])) return null;
  return { agentId: match[1], credentialId: match[2] };
}

/** Returns the `Authorization` value for a credential. */
export function writeAuthorization(agentId: AgentId, credentialId: CredentialId): string {
  return `HMAC ${agentId}/${credentialId}`;
}
