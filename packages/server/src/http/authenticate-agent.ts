import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { newId, parseAuthorization, parseSignature, type AgentRow, type Authorization } from '@parley/protocol';
import type { Gatekeeper } from '../agents/admit.ts';
import { refuse } from '../routing/refusal.ts';
import type { AgentCaller } from '../routing/route.ts';

/** Who a request says it is from, before its signature has been checked. */
export interface ClaimedIdentity {
  readonly named: Authorization | null;
  /** The secret of the credential that is named; a decoy where there is none such, so that it costs the same work. */
  readonly secret: Buffer;
  readonly isKnown: boolean;
  /** Whether the secret was found without asking the database, which is quicker than finding none. */
  readonly isFromMemory: boolean;
  /** The value of the signature header. */
  readonly signature: string;
}

export async function readIdentity(gatekeeper: Gatekeeper, { headers }: FastifyRequest): Promise<ClaimedIdentity> {
  const named = parseAuthorization(single(headers.authorization));
  const { secret, isFromMemory } = await gatekeeper.secretOf(named?.credentialId ?? nobodysCredential);
  return {
    named,
    secret: secret ?? decoySecret,
    isKnown: secret !== null,
    isFromMemory,
    signature: single(headers['x-agent-signature']),
  };
}

/** Admits the caller whose signature `fits`. There is one refusal for whatever is wrong, after the same work. */
export async function admitIdentity(
  gatekeeper: Gatekeeper,
  { named, isKnown, isFromMemory, signature }: ClaimedIdentity,
  fits: boolean,
  row: AgentRow,
  request: FastifyRequest,
): Promise<AgentCaller> {
  const parsed = parseSignature(signature);
  if (!named || !isKnown || !fits || !parsed) {
    if (named && isFromMemory) await gatekeeper.lookUpDecoy(named.credentialId);
    return refuse('unauthorized');
  }
  const key = request.headers['idempotency-key'];
  const admitted = await gatekeeper.admit({
    ...named,
    mac: row.replayProtected ? Buffer.from(parsed.hex, 'hex') : null,
    route: `${row.method} ${row.path}`,
    key: key === undefined ? null : single(key),
  });
  return admitted ? named : refuse('unauthorized');
}

/** What is looked up where nothing is named, so that it takes no less time than a name that nobody has. */
const nobodysCredential = newId('credential', 0);

const decoySecret = createHash('sha256').update('no credential has this secret').digest();

function single(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}
