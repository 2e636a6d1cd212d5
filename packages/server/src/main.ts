import { readConfig } from './settings/config.ts';
import { createLogger } from './telemetry/logger.ts';
import { openServer } from './runtime/open-server.ts';
import { abandonServer, stopServer } from './runtime/stop-server.ts';
import { version } from './settings/version.ts';

/** Starts Parley from the environment. SIGTERM and SIGINT drain it; a second one lets go of all and ends it at once. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = createLogger(config.logLevel);
  const isFirstLook = config.databaseUrl === null;
  // Whoever tries Parley is to see the lines that matter, and nothing that is for machines before them.
  if (isFirstLook && log.isLevelEnabled('info')) log.level = 'warn';
  const server = await openServer({ config, log });
  say(`Parley is ready at ${server.baseUrl}`);
  if (server.demoUrl !== null) say(`Look around with one click: ${server.demoUrl}`);
  log.level = config.logLevel;
  if (!isFirstLook) log.info({ url: server.baseUrl, version }, 'started');

  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (!stopping) log.info({ signal }, 'draining');
    const ended = stopping ? abandonServer(server) : stopServer(server, log);
    stopping = true;
    void ended.then((code) => process.exit(code));
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
