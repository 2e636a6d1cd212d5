import { afterAll, beforeAll } from 'vitest';
import { startTestServer } from '../app.ts';

type Started = Awaited<ReturnType<typeof startTestServer>>;

/** A running server as a client sees it, with its clock. */
export interface Server {
  readonly baseUrl: string;
  readonly clock: Started['clock'];
  /** The link of the demo, or null. */
  readonly demoUrl: string | null;
}

/** A server that this test has started. */
export interface OwnServer extends Server {
  /** The link that makes the first administrator, or null. */
  readonly setupUrl: string | null;
}

/** Starts one server for the tests of a file (or of a describe block) and stops it after them. */
export function useServer(env: Record<string, string> = {}): OwnServer {
  let started: Started | undefined;
  beforeAll(async () => {
    started = await startTestServer(env);
  });
  afterAll(async () => {
    await started?.stop();
  });
  const running = (): Started => {
    if (!started) throw new Error('The server is there once the tests run.');
    return started;
  };
  return {
    get baseUrl() {
      return running().baseUrl;
    },
    get clock() {
      return running().clock;
    },
    get demoUrl() {
      return running().demoUrl;
    },
    get setupUrl() {
      return running().setupUrl;
    },
  };
}
