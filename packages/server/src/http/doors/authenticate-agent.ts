import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { newId, parseAuthorization, parseSignature, type AgentRow, type Authorization } from '@parley/protocol';
import type { Guard } from '../../accounts/agents/admit.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { AgentCaller } from '../../platform/routing/route.ts';

/** The claimed identity of a request, before its signature has been checked. */
export interface ClaimedIdentity {
  readonly named: Authorization | null;
  /** The secret of the named credential. For an unknown credential a decoy, so that the check takes the same work. */
  readonly secret: Buffer;
  readonly isKnown: boolean;
  /** Whether the secret came from the cache, which is faster than a failed lookup. */
  readonly isFromMemory: boolean;
  /** The value of the signature header. */
  readonly signature: string;
}

export async function readIdentity(guard: Guard, { headers }: FastifyRequest): Promise<ClaimedIdentity> {
  const named = parseAuthorization(single(headers.authorization));
  const { secret, isFromMemory } = await guard.secretOf(named?.credentialId ?? nobodysCredential);
  return {
    named,
    secret: secret ?? decoySecret,
    isKnown: secret !== null,
    isFromMemory,
    signature: single(headers['x-agent-signature']),
  };
}

/**
 * Admits the caller if `fits`, the result of the signature check, is true. Every failure gives the same refusal after
 * the same work.
 */
export async function admitIdentity(
  guard: Guard,
  { named, isKnown, isFromMemory, signature }: ClaimedIdentity,
  fits: boolean,
  row: AgentRow,
  request: FastifyRequest,
): Promise<AgentCaller> {
  const parsed = parseSignature(signature);
  if (!named || !isKnown || !fits || !parsed) {
    if (named && isFromMemory) await guard.lookUpDecoy(named.credentialId);
    return refuse('unauthorized');
  }
  const key = request.headers['idempotency-key'];
  const admitted = await guard.admit({
    ...named,
    mac: row.replayProtected ? Buffer.from(parsed.hex, 'hex') : null,
    route: `${row.method} ${row.path}`,
    key: key === undefined ? null : single(key),
  });
  return admitted ? named : refuse('unauthorized');
}

/** Looked up if the request names no credential, so that it takes as long as an unknown credential. */
const nobodysCredential = newId('credential', 0);

const decoySecret = createHash('sha256').update('no credential has this secret').digest();

function single(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}
