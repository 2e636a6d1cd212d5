import { limits, type CredentialId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { AgentCaller } from '../../platform/routing/route.ts';
import { createBatcher } from '../../platform/storage/batcher.ts';
import type { Db } from '../../platform/storage/storage.ts';
import { openSecret } from './open-secret.ts';
import { admitRequests, areLive, findSecrets, touchCredentials, type Admission } from './credential-queries.ts';

/** Authenticates requests of agents. */
export interface Guard {
  /** Returns the bytes of a credential's secret, even if it was revoked since; null if there is no such credential. */
  secretOf(credentialId: CredentialId): Promise<KnownSecret>;
  /**
   * Queries the database for a secret and drops the result, so that a refusal without this query does not answer faster
   * than others.
   */
  lookUpDecoy(credentialId: CredentialId): Promise<void>;
  /**
   * Returns whether the credential and its agent are live, and the signature was not used before for another request.
   */
  admit(request: Admission): Promise<boolean>;
}

export interface KnownSecret {
  readonly secret: Buffer | null;
  /** Whether it came from the cache. */
  readonly isFromMemory: boolean;
}

const touchEveryMs = 60_000;
const namesMax = 50_000;

/**
 * Creates the guard. Secrets never change, so they are cached; whether a credential is live is checked for each
 * request, many in one statement.
 */
export function createGuard({
  storage,
  clock,
  secrets,
  log,
  metrics,
}: Pick<Core, 'storage' | 'clock' | 'secrets' | 'log' | 'metrics'>): Guard {
  const known = new Map<CredentialId, Buffer>();
  const touched = new Map<CredentialId, number>();
  const lookups = createBatcher<CredentialId, Buffer | null>({
    maxBatch: 500,
    maxQueued: 20_000,
    onRun: (size) => metrics.batchRan('credential', size),
    run: async (ids) => {
      const rows = await findSecrets(storage.db, ids);
      const opened = new Map(rows.map((row) => [row.credential_id, openSecret(secrets, row)]));
      for (const [id, secret] of opened)
        if (secret === null) log.warn({ credentialId: id }, 'could not decrypt secret with any configured key');
      return ids.map((id) => opened.get(id) ?? null);
    },
  });
  const admissions = createBatcher<Admission, boolean>({
    maxBatch: 256,
    maxQueued: 20_000,
    onRun: (size) => metrics.batchRan('signature', size),
    run: (requests) => admitRequests(storage.db, requests, signatureExpiry(clock.now())),
  });
  const looks = createBatcher<Admission, boolean>({
    maxBatch: 256,
    maxQueued: 20_000,
    onRun: (size) => metrics.batchRan('signature', size),
    run: (requests) => areLive(storage.db, requests),
  });

  const touch = (credentialId: CredentialId) => {
    const now = clock.now();
    if (now - (touched.get(credentialId) ?? 0) < touchEveryMs) return;
    remember(touched, credentialId, now);
    touchCredentials(storage.db, [credentialId], new Date(now)).catch((error: unknown) =>
      log.warn({ err: error }, 'could not record credential use'),
    );
  };

  return {
    async secretOf(credentialId) {
      const remembered = known.get(credentialId);
      const secret = remembered ?? (await lookups.add(credentialId));
      if (secret) remember(known, credentialId, secret);
      return { secret, isFromMemory: remembered !== undefined };
    },
    async lookUpDecoy(credentialId) {
      await lookups.add(credentialId);
    },
    async admit(request) {
      // Reads record no signature, so they work while the database is read-only.
      const admitted = await (request.mac === null ? looks : admissions).add(request);
      if (admitted) touch(request.credentialId);
      return admitted;
    },
  };
}

/** Returns whether a credential and its agent are live now. */
export async function isAdmitted(db: Db, { agentId, credentialId }: AgentCaller): Promise<boolean> {
  return (await areLive(db, [{ agentId, credentialId }])).every(Boolean);
}

/**
 * Returns when a signature may be forgotten: one from the far end of the tolerance stays valid until twice the
 * tolerance from now.
 */
function signatureExpiry(nowMs: number): Date {
  return new Date(nowMs + 2 * limits.signatureToleranceSeconds * 1000);
}

function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.set(key, value);
  if (map.size > namesMax) map.delete(map.keys().next().value as Key);
}
