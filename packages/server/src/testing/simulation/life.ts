import { pino } from 'pino';
import type { App } from '../../chat/conversations/app.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { openConversationCache } from '../../chat/conversations/conversation-cache.ts';
import type { CarrierParts } from '../../engine/carriers/carrier-parts.ts';
import type { OpenCarriers } from '../../engine/carriers/open-carriers.ts';
import { createEngine } from '../../engine/deliveries/create-engine.ts';
import { RelayHub } from '../../engine/carriers/relay/relay-hub.ts';
import { createMetrics } from '../../platform/telemetry/metrics.ts';
import { watchDisk } from '../../platform/storage/watch-disk.ts';
import { createReadiness } from '../../platform/telemetry/readiness.ts';
import { givenTime } from '../../platform/time/timekeeper.ts';
import { openLiveSettings } from '../../platform/live/live-settings.ts';
import { openHub } from '../../platform/signals/hub.ts';
import type { Db, Storage } from '../../platform/storage/storage.ts';
import { auditKeyOf } from '../../platform/audit/audit-keys.ts';
import { openTrail } from '../../platform/audit/trail.ts';
import { openCommit } from '../../engine/deliveries/delivery-work.ts';
import { withTranscript } from '../../chat/transcript/transcript-work.ts';
import type { Ground } from './ground.ts';

/** One run of an engine, from its start to its end. */
export interface Life {
  readonly app: App;
  readonly isOver: boolean;
  /** Stops it in order, without time to finish its work. */
  drain(): Promise<void>;
  /** Ends it abruptly: no timer of it runs and no statement of it begins any more. */
  crash(): void;
  /** Lets a frozen engine resume after another has taken over, and record its results: too late. */
  mumble(): Promise<void>;
}

/**
 * Starts an engine on the ground. Requests sent before a crash may still arrive at agents, as bytes on a network do.
 */
export async function beginLife(ground: Ground, openCarriers: (parts: CarrierParts) => OpenCarriers): Promise<Life> {
  let isOver = false;
  let comeBack: () => void = () => undefined;
  const cameBack = new Promise<void>((resolve) => (comeBack = resolve));
  const late: Promise<unknown>[] = [];
  const clock: Clock = {
    now: ground.clock.now,
    after: (ms, work) => ground.clock.after(ms, () => isOver || work()),
  };
  const storage = guard(
    ground.storage,
    () => isOver,
    (work) => {
      // Results that it could not record in time. It tries to record them when it resumes.
      const trying = cameBack.then(work).catch(() => undefined);
      late.push(trying);
      return new Promise<never>(() => undefined);
    },
  );
  const log = pino({ level: 'silent' });
  const hub = await openHub();
  const parts = {
    config: ground.config,
    clock,
    log,
    storage,
    disk: watchDisk([], log),
    hub,
    live: openLiveSettings(storage, hub, log),
    secrets: ground.secrets,
    metrics: createMetrics(),
    readiness: createReadiness(),
    timekeeper: givenTime(ground.clock),
    audit: openTrail({ ...ground, storage, clock, log }, await auditKeyOf({ storage, secrets: ground.secrets })),
  };
  const relays = new RelayHub();
  const engine = createEngine(parts, openCarriers({ ...parts, relays }));
  const conversationCache = openConversationCache(parts.hub);
  await engine.start();
  return {
    app: {
      ...parts,
      engine,
      commit: withTranscript(openCommit({ ...parts, engine }), { clock, conversationCache }),
      relays,
      conversationCache,
    },
    get isOver() {
      return isOver;
    },
    async drain() {
      await engine.drain(0);
      isOver = true;
    },
    crash() {
      isOver = true;
    },
    async mumble() {
      comeBack();
      await new Promise((resolve) => setTimeout(resolve, 1));
      await Promise.all(late);
    },
  };
}

/**
 * Rejects new statements after the engine has ended. A transaction that has begun still ends, as on a real database.
 */
function guard(
  storage: Storage,
  isOver: () => boolean,
  postpone: (work: () => Promise<unknown>) => Promise<never>,
): Storage {
  const db = storage.db.withPlugin({
    transformQuery({ node }) {
      if (isOver()) throw new Error('This engine is gone.');
      return node;
    },
    transformResult: async ({ result }) => result,
  }) as Db;
  return {
    ...storage,
    db,
    transaction: (work) => (isOver() ? postpone(() => storage.transaction(work)) : storage.transaction(work)),
    transactionWithLast: (work, last) =>
      isOver() ? postpone(() => storage.transactionWithLast(work, last)) : storage.transactionWithLast(work, last),
    atOnce: (statement) => (isOver() ? postpone(() => storage.atOnce(statement)) : storage.atOnce(statement)),
    close: async () => undefined,
  };
}
