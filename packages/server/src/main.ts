import { readConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { openServer } from './open-server.ts';

/** Starts Parley from the environment. SIGTERM and SIGINT drain it; a second one ends it at once. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = createLogger(config.logLevel);
  const server = await openServer({ config, log });
  say(`Parley is ready at ${server.baseUrl}`);
  if (server.demoUrl !== null) say(`Look around with one click: ${server.demoUrl}`);

  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
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

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`Parley could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
