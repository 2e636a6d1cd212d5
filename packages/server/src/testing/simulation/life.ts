import { pino } from 'pino';
import type { App } from '../../conversations/app.ts';
import type { Clock } from '../../time/clock.ts';
import { openBeliefs } from '../../conversations/beliefs.ts';
import type { CarrierParts } from '../../carriers/carrier-parts.ts';
import type { OpenCarriers } from '../../carriers/open-carriers.ts';
import { createEngine } from '../../deliveries/create-engine.ts';
import { RelayHub } from '../../carriers/relay/relay-hub.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { openHub } from '../../signals/hub.ts';
import type { Db, Storage } from '../../storage/storage.ts';
import { openCommit } from '../../deliveries/delivery-work.ts';
import type { Ground } from './ground.ts';

/** One run of an engine, from its start to its end. */
export interface Life {
  readonly app: App;
  readonly isOver: boolean;
  /** It stops in order, without time to finish what is under way. */
  drain(): Promise<void>;
  /** It is gone from one moment to the next: no timer of its runs and no statement of its begins any more. */
  crash(): void;
  /** A frozen one comes back to its senses when another is at work, and says what it has to say: too late. */
  mumble(): Promise<void>;
}

/** Starts an engine on the ground. What it began before it crashed may still arrive at agents, as bytes on the wire do. */
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
      // The outcomes that it could not record in time are those that it tries to record when it comes back.
      const trying = cameBack.then(work).catch(() => undefined);
      late.push(trying);
      return new Promise<never>(() => undefined);
    },
  );
  const log = pino({ level: 'silent' });
  const parts = {
    config: ground.config,
    clock,
    log,
    storage,
    hub: await openHub(),
    secrets: ground.secrets,
    metrics: createMetrics(),
  };
  const relays = new RelayHub();
  const engine = createEngine(parts, openCarriers({ ...parts, relays }));
  await engine.start();
  return {
    app: { ...parts, engine, commit: openCommit({ ...parts, engine }), relays, beliefs: openBeliefs(parts.hub) },
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

/** Lets nothing begin once it is over; a transaction that has begun ends, as the database would see to. */
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
