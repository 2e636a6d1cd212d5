import { readConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { openServer, type Server } from './open-server.ts';

/** Starts Parley from the environment. SIGTERM and SIGINT drain it; a second one lets go of all and ends it at once. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = createLogger(config.logLevel);
  const server = await openServer({ config, log });
  say(`Parley is ready at ${server.baseUrl}`);
  if (server.demoUrl !== null) say(`Look around with one click: ${server.demoUrl}`);

  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return void endAtOnce(server);
    stopping = true;
    log.info({ signal }, 'draining');
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** What is in hand goes to another server at once; a database that does not answer is not waited for. */
async function endAtOnce(server: Server): Promise<void> {
  const enough = new Promise((resolve) => setTimeout(resolve, 1000));
  await Promise.race([server.abandon().catch(() => undefined), enough]);
  process.exit(1);
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`Parley could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
