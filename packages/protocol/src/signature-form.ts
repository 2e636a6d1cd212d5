import type { AgentId, CredentialId } from './id-forms.ts';
import { isId } from './id-forms.ts';
import { limits } from './limits.ts';

/** The header that carries the signature of a request from an agent. */
export const agentSignatureHeader = 'x-agent-signature';
/** The header that carries the signature of a delivery from the platform. */
export const platformSignatureHeader = 'x-platform-signature';

/** A parsed signature header: `t=<unix>,v1=<hex>`. `unix` is exactly ten digits and is signed as written. */
export interface Signature {
  readonly unix: string;
  readonly hex: string;
}

export interface Authorization {
  readonly agentId: AgentId;
  readonly credentialId: CredentialId;
}

/** Reads a signature header; null where it is not exactly of the form. */
export function parseSignature(header: string): Signature | null {
  const match = /^t=([0-9]{10}),v1=([0-9a-f]{64})$/.exec(header);
  return match ? { unix: match[1] as string, hex: match[2] as string } : null;
}

/** Whether the signature's time is within the tolerance, both ways, in whole seconds as it is written. */
export function isTimely(signature: Signature, nowSeconds: number): boolean {
  return Math.abs(Number(signature.unix) - Math.floor(nowSeconds)) <= limits.signatureToleranceSeconds;
}

/** Reads `HMAC <agent_id>/<credential_id>`, matched exactly; null otherwise. */
export function parseAuthorization(header: string): Authorization | null {
  const match = /^HMAC ([^/ ]+)\/([^/ ]+)$/.exec(header);
  if (!match || !isId('agent', match[1]) || !isId('credential', match[2])) return null;
  return { agentId: match[1], credentialId: match[2] };
}

/** Writes the `Authorization` value that names a credential. */
export function writeAuthorization(agentId: AgentId, credentialId: CredentialId): string {
  return `HMAC ${agentId}/${credentialId}`;
}
