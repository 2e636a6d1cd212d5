import { makeRecoveryLink } from '../organisation/recovery/make-recovery-link.ts';
import { readConfig, type Config } from '../platform/settings/config.ts';
import { askServer } from '../platform/storage/machine-socket.ts';
import { systemClock } from '../platform/time/clock.ts';
import type { Run } from './command.ts';
import { reachable } from '../platform/settings/reachable.ts';
import { openAuditHere } from './open-audit-here.ts';
import { openSource } from './open-source.ts';
import { readArguments } from './read-arguments.ts';

/** Prints the link by which a person becomes an administrator again. */
export const run: Run = async ({ args, env, terminal }) => {
  const { file: handle } = readArguments(args, {});
  const config = readConfig(env);
  const asked = config.databaseUrl === null ? await askServer(config.dataDir, { do: 'recover', handle }) : null;
  asked?.hangUp();
  const path = asked === null ? await makeLinkHere(config, handle) : asked.answer['path'];
  if (typeof path !== 'string') throw new Error(`Nobody here has the username "${handle}".`);
  const base = baseUrlOf(config, asked?.answer['baseUrl']);
  if (base === null) terminal.err('Open this path at the address of the server, which nothing here says:');
  terminal.out(`${base ?? ''}${path}`);
};

/** Returns the address of the server: what is configured, else what the running one says; null if its port is any free one. */
export function baseUrlOf(
  { baseUrl, host, port }: Pick<Config, 'baseUrl' | 'host' | 'port'>,
  running: unknown,
): string | null {
  if (baseUrl !== null) return baseUrl;
  if (typeof running === 'string') return running;
  return port === 0 ? null : reachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}

/** Makes the link in the database itself, which no server holds. */
async function makeLinkHere(config: Config, handle: string): Promise<string | null> {
  const storage = await openSource(config);
  try {
    const audit = await openAuditHere(storage, config);
    return await makeRecoveryLink({ storage, audit, clock: systemClock }, handle);
  } finally {
    await storage.close();
  }
}
