import type { FastifyInstance } from 'fastify';
import { type Logger } from 'pino';
import type { App } from '../conversations/app.ts';
import { systemClock, type Clock } from '../time/clock.ts';
import type { Config } from '../settings/config.ts';
import { tellConversations } from '../conversations/tell-conversations.ts';
import { demoLink } from '../demo/demo-link.ts';
import { startDemo } from '../demo/start-demo.ts';
import { openApp } from './open-app.ts';
import { explainListen } from './explain-listen.ts';
import { addGauges } from './gauges.ts';
import { createHttpServer } from '../http/server.ts';
import { startJanitor, type Janitor } from './janitor.ts';
import { janitorJobs } from './janitor-jobs.ts';
import { startPushes } from '../pushes/start-pushes.ts';
import type { Storage } from '../storage/storage.ts';
import { startScheduleClock } from '../tasks/schedules/schedule-clock.ts';
import { watchAgents } from '../tasks/watch-agents.ts';
import { startSortingWords } from '../transcript/sort-words.ts';
import { openToolbox } from '../tools/open-toolbox.ts';
import { startTools } from '../tools/start-tools.ts';

export interface Server {
  readonly app: App;
  /** Where it can be reached, as its configuration says or from the address that it listens on. */
  readonly baseUrl: string;
  /** Where it listens. */
  readonly localUrl: string;
  /** The link that signs the demo's person in; null without the demo. */
  readonly demoUrl: string | null;
  /** Says that it is not ready any more, and serves on for as long as proxies are given to notice. */
  leave(): Promise<void>;
  /** Stops: finishes what is under way within `graceMs`, closes the streams, and lets go of the rest. */
  close(graceMs?: number): Promise<void>;
  /** Lets go of what is under way, for a process that ends without waiting for it. */
  abandon(): Promise<void>;
}

export interface ServerOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly clock?: Clock;
  /** An open, migrated database, for tests; by default the one that the configuration names. */
  readonly storage?: Storage;
}

const defaultGraceMs = 30_000;
const streamCloseMs = 1000;
const pushGraceMs = 2000;

/** Opens everything in order, and closes it in the reverse. */
export async function openServer({ config, log, clock = systemClock, storage: given }: ServerOptions): Promise<Server> {
  const toolbox = openToolbox({ config, clock, log });
  const { app, leaseStorage } = await openApp({ config, log, clock, storage: given });
  const { storage, hub } = app;
  addGauges(app);
  const http = await createHttpServer(app, toolbox);
  const link = config.demo ? demoLink(app, http.fastify) : null;
  await app.engine.start();
  const pushes = await startPushes(app);
  const tools = startTools(app, toolbox);
  const taskWatch = watchAgents(app);
  const conversationTeller = tellConversations(app);
  const wordSorter = startSortingWords(app);
  const schedules = startScheduleClock(app);
  const janitor: Janitor = startJanitor(app, janitorJobs(app));
  let showcase: Awaited<ReturnType<typeof startDemo>> | null = null;
  const close = async (graceMs = defaultGraceMs): Promise<void> => {
    http.startDraining();
    await Promise.all([schedules.stop(), app.engine.drain(graceMs, tools.drain(graceMs))]);
    await showcase?.stop();
    await http.streams.closeAll(Math.min(streamCloseMs, graceMs));
    await http.fastify.close();
    await pushes.stop(Math.min(pushGraceMs, graceMs));
    await janitor.stop();
    await taskWatch.stop();
    await conversationTeller.stop();
    await wordSorter.stop();
    await hub.close();
    if (leaseStorage !== storage) await leaseStorage.close();
    await storage.close();
  };
  const localUrl = await listen(http.fastify, config).catch(async (error: unknown) => {
    // Whoever opens it at another port finds the data folder free.
    await close(0);
    throw error;
  });
  const baseUrl = config.baseUrl ?? localUrl;
  if (link) showcase = await startDemo(app, localUrl, (demo) => link.openFor(demo));

  return {
    app,
    baseUrl,
    localUrl,
    demoUrl: link ? `${baseUrl}${link.path}` : null,
    leave() {
      http.announceStop();
      return new Promise((resolve) => clock.after(config.drainDelayMs, resolve));
    },
    close,
    async abandon() {
      await app.engine.abandon();
      // What the others are to be told goes out first.
      await hub.close();
    },
  };
}

async function listen(fastify: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return localUrlOf(await fastify.listen({ host, port }));
  } catch (error) {
    throw explainListen(error, { host, port });
  }
}

/** An address that listens everywhere is reached by name. */
function localUrlOf(address: string): string {
  const url = new URL(address);
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = 'localhost';
  return url.origin;
}
