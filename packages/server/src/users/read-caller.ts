import type { SessionId, TokenId } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import type { Caller } from '../routing/route.ts';
import { createBatcher } from '../storage/batcher.ts';
import type { Db } from '../storage/storage.ts';
import type { ProofRow } from './proof-row.ts';
import type { Proof, ProofKind } from '../routing/proof.ts';
import { findSessions, touchSessions } from './session-queries.ts';
import { hashToken } from './start-session.ts';
import { findTokens, touchTokens } from './token-queries.ts';

export interface CallerReader {
  /** Who shows this session's or token's secret, or null; that it is used is noted, once a minute and beside the call. */
  read(kind: ProofKind, secret: string): Promise<Caller | null>;
  /** Whether a proof still counts. Asking is no use of it. */
  isGood(proof: Proof): Promise<boolean>;
}

type ReaderApp = Pick<Core, 'storage' | 'clock' | 'log' | 'metrics'>;

const touchEveryMs = 60_000;

interface Kind {
  find(db: Db, hashes: readonly Buffer[], now: Date): Promise<ProofRow[]>;
  touch(db: Db, hashes: readonly Buffer[], now: Date, before: Date): Promise<void>;
}

const kinds: Readonly<Record<ProofKind, Kind>> = {
  session: { find: findSessions, touch: touchSessions },
  token: { find: findTokens, touch: touchTokens },
};

/** Reads who is calling. Requests that arrive together share one statement. */
export function createCallerReader(app: ReaderApp): CallerReader {
  const ofKind = { session: readerOf(app, 'session'), token: readerOf(app, 'token') };
  return {
    read: async (kind, secret) => {
      const row = await ofKind[kind].find(hashToken(secret));
      if (row === null) return null;
      ofKind[kind].touch(row);
      return callerOf(kind, row);
    },
    isGood: async ({ kind, hash }) => (await ofKind[kind].find(hash)) !== null,
  };
}

function readerOf({ storage, clock, log, metrics }: ReaderApp, kind: ProofKind) {
  const { find, touch } = kinds[kind];
  const lookups = createBatcher<Buffer, ProofRow | null>({
    maxBatch: 500,
    maxQueued: 20_000,
    onRun: (size) => metrics.batchRan(kind, size),
    run: async (hashes) => {
      const rows = await find(storage.db, hashes, new Date(clock.now()));
      const found = new Map(rows.map((row) => [nameOf(row.token_hash), row]));
      return hashes.map((hash) => found.get(nameOf(hash)) ?? null);
    },
  });
  const touches = createBatcher<Buffer, void>({
    maxBatch: 500,
    maxQueued: 20_000,
    run: async (hashes) => {
      const now = clock.now();
      await touch(storage.db, hashes, new Date(now), new Date(now - touchEveryMs));
      return hashes.map(() => undefined);
    },
  });
  const underWay = new Set<string>();
  const isDue = ({ used_at: usedAt }: ProofRow) => usedAt === null || clock.now() - usedAt.getTime() >= touchEveryMs;
  return {
    find: (hash: Buffer) => lookups.add(hash),
    touch(row: ProofRow) {
      const name = nameOf(row.token_hash);
      if (!isDue(row) || underWay.has(name)) return;
      underWay.add(name);
      touches
        .add(row.token_hash)
        .catch((error: unknown) => log.warn({ err: error }, `could not note the use of a ${kind}`))
        .finally(() => underWay.delete(name));
    },
  };
}

const nameOf = (hash: Buffer) => hash.toString('base64');

function callerOf(kind: ProofKind, row: ProofRow): Caller {
  const hash = row.token_hash;
  return {
    userId: row.user_id,
    handle: row.handle,
    displayName: row.display_name,
    locale: row.locale,
    timezone: row.timezone,
    createdAt: row.created_at,
    proof:
      kind === 'session' ? { kind, id: row.proof_id as SessionId, hash } : { kind, id: row.proof_id as TokenId, hash },
  };
}
