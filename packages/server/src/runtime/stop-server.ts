import type { BaseLogger } from 'pino';
import { firstWithin } from '../platform/time/first-within.ts';
import type { Server } from './open-server.ts';

/** Draining takes up to 30 seconds and closing a little more. The documentation tells operators to allow 35 seconds. */
const stopWithinMs = 33_500;
const abandonWithinMs = 1_000;

/**
 * Lets proxies notice the stop, then drains and closes the server. Resolves to the exit code of the process. If that
 * takes too long, as with a database that does not answer, it releases the leases as `abandonServer` does.
 */
export async function stopServer(
  server: Pick<Server, 'leave' | 'close' | 'abandon'>,
  log: Pick<BaseLogger, 'error'>,
  withinMs = stopWithinMs,
): Promise<number> {
  try {
    await server.leave();
    const isClosed = server.close().then(() => true);
    if (await firstWithin(withinMs, isClosed, false)) return 0;
    log.error({ withinMs }, 'could not stop in time');
    return await abandonServer(server);
  } catch (error) {
    // Logged even if only the database is unavailable, which the log hardly shows otherwise.
    log.error({ reason: error instanceof Error ? error.message : String(error) }, 'could not stop cleanly');
    return 1;
  }
}

/**
 * Releases the leases, so that other servers continue at once. Does not wait for a database that hangs. Resolves to the
 * exit code.
 */
export async function abandonServer(server: Pick<Server, 'abandon'>): Promise<number> {
  await firstWithin(abandonWithinMs, server.abandon(), undefined).catch(() => undefined);
  return 1;
}
