import type { FastifyInstance } from 'fastify';
import { type Logger } from 'pino';
import type { App } from '../chat/conversations/app.ts';
import type { Clock } from '../platform/time/clock.ts';
import { thisMachine, type Machine } from '../platform/time/machine.ts';
import type { Config } from '../platform/settings/config.ts';
import { reachable } from '../platform/settings/reachable.ts';
import { tellConversations } from '../chat/conversations/tell-conversations.ts';
import { demoDoors } from '../demo/demo-doors.ts';
import { startDemo } from '../demo/start-demo.ts';
import { answerCommands } from './answer-commands.ts';
import { eraseModel } from '../models/remove-model.ts';
import { openModels } from '../models/open-models.ts';
import type { ModelsApp } from '../models/models-app.ts';
import { startModels, type RunningModels } from '../models/start-models.ts';
import { openApp, type OpenedApp } from './open-app.ts';
import { explainListen } from './explain-listen.ts';
import { addBacklogGauges } from './backlog-gauges.ts';
import { addDiskGauges } from './disk-gauges.ts';
import { addGauges } from './gauges.ts';
import { createHttpServer } from '../http/server.ts';
import { startJanitor, type Janitor } from './janitor.ts';
import { janitorJobs } from './janitor-jobs.ts';
import { startPushes } from '../chat/pushes/start-pushes.ts';
import { startPurging } from '../organisation/retention/start-purging.ts';
import { startBackupSchedule } from '../organisation/backups/backup-schedule.ts';
import { openEndedLog } from '../organisation/ended/ended-log.ts';
import { openProviders, type Providers } from '../organisation/oidc/providers.ts';
import { openBackups } from '../organisation/backups/make-backup.ts';
import { openCheckpoints } from '../organisation/audit/checkpoints.ts';
import { startSealing } from '../platform/audit/start-sealing.ts';
import { startErasing } from '../organisation/erase/run-erasures.ts';
import { startExports } from '../organisation/exports/make-exports.ts';
import { startMailing } from '../organisation/mail/start-mailing.ts';
import { startReporting } from '../organisation/overview/start-reporting.ts';
import { openSetupLink } from '../organisation/setup/open-setup-link.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { rescheduleAll } from '../actions/tasks/schedules/reschedule-all.ts';
import { startScheduleClock } from '../actions/tasks/schedules/schedule-clock.ts';
import { watchAgents } from '../actions/tasks/watch-agents.ts';
import { startIndexingWords } from '../chat/transcript/index-words.ts';
import { openToolbox } from '../actions/tools/open-toolbox.ts';
import type { Toolbox } from '../actions/tools/toolbox.ts';
import { startTools } from '../actions/tools/start-tools.ts';

export interface Server {
  readonly app: App;
  /** The configured base URL, or the address on which the server listens. */
  readonly baseUrl: string;
  /** The address on which the server listens. */
  readonly localUrl: string;
  /** The link that signs in the person of the demo; null without the demo. */
  readonly demoUrl: string | null;
  /** The link that makes the first administrator; null if there is an active administrator. */
  readonly setupUrl: string | null;
  /** Reports the server as not ready, and resolves after the drain delay in which proxies notice it. */
  leave(): Promise<void>;
  /**
   * Stops the server: finishes running work within `graceMs` milliseconds, closes the streams, and releases the rest.
   */
  close(graceMs?: number): Promise<void>;
  /** Releases all leases, for a process that exits without waiting for running work. */
  abandon(): Promise<void>;
}

export interface ServerOptions {
  readonly config: Config;
  readonly log: Logger;
  /** The clock, for tests; by default the clock of the database. */
  readonly clock?: Clock;
  /** The machine clocks to read, for tests; by default this machine's. */
  readonly machine?: Machine;
  /** An open, migrated database, for tests; by default the one of the configuration. */
  readonly storage?: Storage;
}

const defaultGraceMs = 30_000;
const streamCloseMs = 1000;
const pushGraceMs = 2000;

/** Opens all parts in order. Closing goes in reverse. */
export async function openServer(options: ServerOptions): Promise<Server> {
  const { config, log, clock: givenClock, machine = thisMachine, storage: given } = options;
  const opened = await openApp({ config, log, clock: givenClock, machine, storage: given });
  const { app, time } = opened;
  const closeApp = () => closeOpened(opened);
  const toolbox = await openOr(closeApp, () => openToolbox(app));
  const models = await openOr(closeApp, () => openModels(app, toolbox));
  const providers = await openOr(closeApp, () => openProviders(app));
  for (const add of [addGauges, addBacklogGauges, addDiskGauges]) add(app);
  const ended = await openEndedLog(app);
  const backups = openBackups(app);
  const http = await createHttpServer(app, toolbox, models, backups, providers);
  const doors = demoDoors(app, http.fastify);
  await app.engine.start();
  const pushes = await startPushes(app);
  const tools = startTools(app, toolbox);
  const watchers = startWatchers(app);
  const reporting = await startReporting(app, () => http.streams.size);
  if (time.wasAhead) await rescheduleAll(app);
  const schedules = startScheduleClock(app);
  const janitor: Janitor = startJanitor(app, janitorJobs(app));
  const backupSchedule = startBackupSchedule(app, backups);
  let localUrl: string | null = null;
  const commands = await answerCommands(app, () => config.baseUrl ?? localUrl);
  let showcase: Awaited<ReturnType<typeof startDemo>> | null = null;
  let seats: RunningModels | null = null;
  const close = async (graceMs = defaultGraceMs): Promise<void> => {
    http.startDraining();
    await commands.close();
    // Before the engine ends its lease, after which other servers take the models.
    const working = Promise.all([tools.drain(graceMs), seats?.stop(graceMs) ?? models.fetch.close()]);
    await Promise.all([schedules.stop(), app.engine.drain(graceMs, working)]);
    await showcase?.stop();
    await http.streams.closeAll(Math.min(streamCloseMs, graceMs));
    await http.fastify.close();
    await pushes.stop(Math.min(pushGraceMs, graceMs));
    for (const part of [reporting, janitor, backupSchedule, backups, watchers, ended]) await part.stop();
    await closeApp();
  };
  // Unlocks the data folder, so that the server can be started again on another port.
  const closeAfter = async (error: unknown): Promise<never> => {
    await close(0);
    throw error;
  };
  const listening = await listen(http.fastify, config).catch(closeAfter);
  localUrl = listening;
  const baseUrl = config.baseUrl ?? listening;
  const setupPath = await openSetupLink(app);
  seats = startModels(models, listening);
  if (config.demo) showcase = await startDemo(app, listening, (demo) => doors.openFor(demo)).catch(closeAfter);

  return {
    app,
    baseUrl,
    localUrl: listening,
    demoUrl: doors.linkPath === null ? null : `${baseUrl}${doors.linkPath}`,
    setupUrl: setupPath === null ? null : `${baseUrl}${setupPath}`,
    leave() {
      http.announceStop();
      return new Promise((resolve) => app.clock.after(config.drainDelayMs, resolve));
    },
    close,
    async abandon() {
      await app.engine.abandon();
      // Signals must be sent before the hub closes.
      await app.hub.close();
    },
  };
}

/** Starts what follows the changes of others in the background. */
function startWatchers(app: App): { stop(): Promise<void> } {
  const watchers = [
    watchAgents(app),
    tellConversations(app),
    startIndexingWords(app),
    startMailing(app),
    startExports(app),
    startErasing(app, eraseModel),
    startPurging(app),
    startSealing(app, openCheckpoints(app)),
  ];
  return {
    async stop() {
      for (const watcher of watchers) await watcher.stop();
    },
  };
}

async function closeOpened({ app, time, leaseStorage }: OpenedApp): Promise<void> {
  time.stop();
  await app.hub.close();
  app.disk.stop();
  if (leaseStorage !== app.storage) await leaseStorage.close();
  await app.storage.close();
}

/** Opens what a file of the operator's describes. If that fails, closes the app to unlock the data folder, and throws. */
async function openOr<T extends Toolbox | ModelsApp | Providers>(
  close: () => Promise<void>,
  open: () => T,
): Promise<T> {
  try {
    return open();
  } catch (error) {
    await close();
    throw error;
  }
}

async function listen(fastify: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return reachable(await fastify.listen({ host, port }));
  } catch (error) {
    throw explainListen(error, { host, port });
  }
}
