import { limits, type CredentialId } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import type { AgentCaller } from '../routing/route.ts';
import { createBatcher } from '../storage/batcher.ts';
import type { Db } from '../storage/storage.ts';
import { openSecret } from './open-secret.ts';
import { admitRequests, findSecrets, touchCredentials, type Admission } from './credential-queries.ts';

/** Decides who may come in by the agent door. */
export interface Gatekeeper {
  /** The bytes of a credential's secret, whatever became of it since; null where there is none such. */
  secretOf(credentialId: CredentialId): Promise<KnownSecret>;
  /** Does the work of asking the database for a secret, for a refusal that would else be quicker than others. */
  lookUpDecoy(credentialId: CredentialId): Promise<void>;
  /** Whether the credential and its agent are live, and the signature has not come before for something else. */
  admit(request: Admission): Promise<boolean>;
}

export interface KnownSecret {
  readonly secret: Buffer | null;
  /** Whether the database was not asked. */
  readonly isFromMemory: boolean;
}

const touchEveryMs = 60_000;
const namesMax = 50_000;

/** A secret never changes, so it is kept in memory; whether it still counts is asked each time, many requests a statement. */
export function createGatekeeper({
  storage,
  clock,
  secrets,
  log,
  metrics,
}: Pick<Core, 'storage' | 'clock' | 'secrets' | 'log' | 'metrics'>): Gatekeeper {
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
      const admitted = await admissions.add(request);
      if (admitted) touch(request.credentialId);
      return admitted;
    },
  };
}

/** Whether a credential and its agent are live now. */
export async function isAdmitted(db: Db, { agentId, credentialId }: AgentCaller): Promise<boolean> {
  const request = { agentId, credentialId, mac: null, route: '', key: null };
  return (await admitRequests(db, [request], new Date())).every(Boolean);
}

/** A signature made at the far end of the tolerance may be shown again until twice the tolerance from now. */
function signatureExpiry(nowMs: number): Date {
  return new Date(nowMs + 2 * limits.signatureToleranceSeconds * 1000);
}

function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.set(key, value);
  if (map.size > namesMax) map.delete(map.keys().next().value as Key);
}
