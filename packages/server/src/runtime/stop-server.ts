import type { BaseLogger } from 'pino';
import { firstWithin } from '../time/first-within.ts';
import type { Server } from './open-server.ts';

/** Draining takes half a minute and closing a little more; operators are told to give a server 35 seconds. */
const stopWithinMs = 33_500;
const abandonWithinMs = 1_000;

/**
 * Lets proxies turn away first, then drains and closes a server; resolves to the exit code of its process. Where that takes too long, as
 * with a database that does not answer, it lets go of what is in hand as `abandonServer` does.
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
    // Also where it is only that the database is away, of which the log says little otherwise.
    log.error({ reason: error instanceof Error ? error.message : String(error) }, 'could not stop cleanly');
    return 1;
  }
}

/** What is in hand goes to another server at once; a database that does not answer is not waited for. */
export async function abandonServer(server: Pick<Server, 'abandon'>): Promise<number> {
  await firstWithin(abandonWithinMs, server.abandon(), undefined).catch(() => undefined);
  return 1;
}
