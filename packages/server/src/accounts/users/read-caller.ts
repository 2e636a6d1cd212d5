import type { SessionId, TokenId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { Caller } from '../../platform/routing/route.ts';
import { createBatcher } from '../../platform/storage/batcher.ts';
import type { Db } from '../../platform/storage/storage.ts';
import type { ProofRow } from './proof-row.ts';
import type { UserRow } from './queries.ts';
import type { Proof, ProofKind } from '../../platform/routing/proof.ts';
import { KnownCallers, type KnownCaller } from './known-callers.ts';
import { findSessions, touchSessions } from './session-queries.ts';
import { hashToken } from './start-session.ts';
import { findTokens, touchTokens } from './token-queries.ts';

export interface CallerReader {
  /**
   * Returns the person with this session's or token's secret, or null. Records the use, at most once a minute, without
   * waiting for it.
   */
  read(kind: ProofKind, secret: string): Promise<Caller | null>;
  /**
   * Returns the cached caller of this secret without a database lookup, or null. The session or token may have ended.
   */
  recall(kind: ProofKind, secret: string): Caller | null;
  /** Looks a cached caller up again. Returns null if the session or token has ended. */
  confirm(caller: Caller): Promise<Caller | null>;
  /** Returns whether a session or token is still valid. This does not count as use. */
  isGood(proof: Proof): Promise<boolean>;
}

type ReaderApp = Pick<Core, 'storage' | 'clock' | 'log' | 'metrics' | 'hub'>;

const touchEveryMs = 60_000;

interface Kind {
  find(db: Db, hashes: readonly Buffer[], now: Date): Promise<ProofRow[]>;
  touch(db: Db, hashes: readonly Buffer[], now: Date, before: Date): Promise<void>;
}

const kinds: Readonly<Record<ProofKind, Kind>> = {
  session: { find: findSessions, touch: touchSessions },
  token: { find: findTokens, touch: touchTokens },
};

/** Creates the reader of callers. Concurrent requests share one statement. */
export function createCallerReader(app: ReaderApp): CallerReader {
  const ofKind = { session: readerOf(app, 'session'), token: readerOf(app, 'token') };
  const find = async (kind: ProofKind, hash: Buffer): Promise<Caller | null> => {
    const row = await ofKind[kind].find(hash);
    return row && ofKind[kind].use({ caller: callerOf(kind, row), usedAt: row.used_at });
  };
  return {
    read: (kind, secret) => find(kind, hashToken(secret)),
    recall(kind, secret) {
      const known = ofKind[kind].known.of(nameOf(hashToken(secret)));
      return known ? ofKind[kind].use(known) : null;
    },
    confirm: ({ proof }) => find(proof.kind, proof.hash),
    isGood: async ({ kind, hash }) => (await ofKind[kind].find(hash)) !== null,
  };
}

function readerOf({ storage, clock, log, metrics, hub }: ReaderApp, kind: ProofKind) {
  const { find, touch } = kinds[kind];
  const known = new KnownCallers();
  hub.onServer((signal) => {
    if (signal.type === 'accessEnded') known.forgetAllOf(signal.userId);
  });
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
  const isDue = (usedAt: Date | null) => usedAt === null || clock.now() - usedAt.getTime() >= touchEveryMs;
  const note = (name: string, hash: Buffer) => {
    if (underWay.has(name)) return;
    underWay.add(name);
    touches
      .add(hash)
      .catch((error: unknown) => log.warn({ err: error }, `could not note the use of a ${kind}`))
      .finally(() => underWay.delete(name));
  };
  return {
    known,
    async find(hash: Buffer) {
      const row = await lookups.add(hash);
      if (row === null) known.forget(nameOf(hash));
      return row;
    },
    /** Caches a caller, and records the use of the session or token if that is due. */
    use({ caller, usedAt }: KnownCaller): Caller {
      const { hash } = caller.proof;
      const name = nameOf(hash);
      const isNoted = isDue(usedAt);
      if (isNoted) note(name, hash);
      known.learn(name, { caller, usedAt: isNoted ? new Date(clock.now()) : usedAt });
      return caller;
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

/** Returns a caller as a row of a person, without the password. */
export function userOf(caller: Caller): Omit<UserRow, 'password_hash'> {
  return {
    user_id: caller.userId,
    handle: caller.handle,
    display_name: caller.displayName,
    locale: caller.locale,
    timezone: caller.timezone,
    created_at: caller.createdAt,
  };
}
