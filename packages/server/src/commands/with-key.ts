import { KeyNotProven } from '../accounts/agents/prove-key.ts';
import { readConfig, type Config } from '../platform/settings/config.ts';
import { explainWrongKey } from '../platform/settings/secret-keys.ts';
import { migrate } from '../platform/storage/migrate.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { secretBox, type SecretBox } from '../platform/storage/secret-box.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Call } from './command.ts';

interface Opened {
  readonly config: Config;
  readonly storage: Storage;
  readonly secrets: SecretBox;
}

/** Opens the database with the keys of the settings, for a command that changes keys. Explains a key that does not fit. */
export async function withKey<T>(env: Call['env'], work: (opened: Opened) => Promise<T>): Promise<T> {
  const config = readConfig(env);
  const secrets = secretBox(config.secretKey, { others: config.otherSecretKeys });
  const storage = await openStorage({ ...config, listens: false });
  try {
    await migrate(storage);
    return await work({ config, storage, secrets });
  } catch (error) {
    if (error instanceof KeyNotProven) throw new Error(explainWrongKey(config), { cause: error });
    throw error;
  } finally {
    await storage.close();
  }
}
