import { makeRecoveryLink } from '../organisation/recovery/make-recovery-link.ts';
import { readConfig, type Config } from '../platform/settings/config.ts';
import { askServer } from '../platform/storage/machine-socket.ts';
import { systemClock } from '../platform/time/clock.ts';
import type { Run } from './command.ts';
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
  terminal.out(`${config.baseUrl ?? `http://${config.host}:${config.port}`}${path}`);
};

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
