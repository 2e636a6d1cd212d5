import { noteHeldRead } from '../organisation/holds/note-held-read.ts';
import { readHeld } from '../organisation/holds/read-held.ts';
import { readConfig, type Config } from '../platform/settings/config.ts';
import { askServer } from '../platform/storage/machine-socket.ts';
import { secretBox } from '../platform/storage/secret-box.ts';
import type { Run } from './command.ts';
import { openAuditHere } from './open-audit-here.ts';
import { openForReading, openSource, type SourceDatabase } from './open-source.ts';
import { readArguments } from './read-arguments.ts';

/**
 * Prints what a legal hold keeps of deleted messages, a line of JSON each. The audit log says so before anything is
 * read.
 */
export const run: Run = async ({ args, env, terminal }) => {
  const { file: targetId } = readArguments(args, {});
  const config = readConfig(env);
  const secrets = secretBox(config.secretKey, { others: config.otherSecretKeys });
  const { storage, close } = await openNoted(config, targetId);
  try {
    for await (const message of readHeld({ storage, secrets }, targetId)) terminal.out(JSON.stringify(message));
  } finally {
    await close();
  }
};

/** Opens the database once the audit log says that it is read: by this command, or by the server that holds the database. */
async function openNoted(config: Config, targetId: string): Promise<SourceDatabase> {
  const asked = config.databaseUrl === null ? await askServer(config.dataDir, { do: 'noteHeldRead', targetId }) : null;
  asked?.hangUp();
  if (asked !== null) {
    if (asked.answer['isHeld'] !== true) throw new Error(noHold(targetId));
    return openForReading(config);
  }
  const storage = await openSource(config);
  const close = () => storage.close();
  try {
    if (await noteHeldRead({ storage, audit: await openAuditHere(storage, config) }, targetId))
      return { storage, close };
  } catch (error) {
    await close();
    throw error;
  }
  await close();
  throw new Error(noHold(targetId));
}

const noHold = (targetId: string) =>
  `No legal hold is on "${targetId}". Give the id of a person or of a conversation that is held.`;
