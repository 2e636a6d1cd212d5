#!/usr/bin/env node
import type { Logger } from 'pino';
import { runCommand } from './commands/run-command.ts';
import { readConfig } from './platform/settings/config.ts';
import { createLogger } from './platform/telemetry/logger.ts';
import { openServer, type Server } from './runtime/open-server.ts';
import { abandonServer, stopServer } from './runtime/stop-server.ts';
import { version } from './platform/settings/version.ts';

/** Runs a command, or starts the server if none is given. */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.length === 0) return startServer();
  const terminal = {
    out: (line: string) => void process.stdout.write(`${line}\n`),
    err: (line: string) => void process.stderr.write(`${line}\n`),
  };
  process.exitCode = await runCommand({ args, terminal });
}

/** Starts Parley from the environment. SIGTERM and SIGINT drain it; a second signal ends it at once. */
async function startServer(): Promise<void> {
  const config = readConfig();
  const log = createLogger(config.logLevel);
  const isFirstLook = config.databaseUrl === null;
  // A person who tries Parley should first see the lines that matter, not log lines for machines.
  if (isFirstLook && log.isLevelEnabled('info')) log.level = 'warn';
  const opening = openServer({ config, log });
  endAtSignals(opening, log);
  const server = await opening;
  say(log, `Parley is ready at ${server.baseUrl} (version ${version})`);
  // Never a log line: logs are kept and read by more people than may become the administrator.
  if (server.setupUrl !== null) process.stdout.write(`Become the administrator: ${server.setupUrl}\n`);
  if (server.demoUrl !== null)
    say(log, `Look around with one click: ${server.demoUrl} (signs you in as the demo person)`);
  log.level = config.logLevel;
}

/** A server that is still starting is drained once it has started, because it may already have taken requests. */
function endAtSignals(opening: Promise<Server>, log: Logger): void {
  let server: Server | null = null;
  let stopping = false;
  const end = async (isAgain: boolean): Promise<void> => {
    if (isAgain) process.exit(server === null ? 1 : await abandonServer(server));
    // A start that fails says so itself.
    const opened = await opening.catch(() => null);
    if (opened !== null) process.exit(await stopServer(opened, log));
  };
  const stop = (signal: NodeJS.Signals) => {
    if (!stopping) log.info({ signal }, 'draining');
    void end(stopping);
    stopping = true;
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  opening.then(
    (opened) => (server = opened),
    () => undefined,
  );
}

/** Prints a sentence at any log level: as plain text at a terminal, else as a JSON log line. */
function say(log: Logger, sentence: string): void {
  if (process.stdout.isTTY) process.stdout.write(`${sentence}\n`);
  else log.child({}, { level: 'info' }).info(sentence);
}

main().catch((error: unknown) => {
  process.stderr.write(`Parley could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
