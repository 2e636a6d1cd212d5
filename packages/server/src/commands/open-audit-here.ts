import { KeyNotProven, proveKey } from '../accounts/agents/prove-key.ts';
import { auditKeyOf } from '../platform/audit/audit-keys.ts';
import { openTrail, type AuditTrail } from '../platform/audit/trail.ts';
import type { Config } from '../platform/settings/config.ts';
import { explainWrongKey } from '../platform/settings/secret-keys.ts';
import { secretBox } from '../platform/storage/secret-box.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { createLogger } from '../platform/telemetry/logger.ts';
import { systemClock } from '../platform/time/clock.ts';

/**
 * Opens the audit log of a database for a command that writes a row itself. A server seals the row later. Throws before
 * anything is written if the key of the settings is not the one of the database.
 */
export async function openAuditHere(storage: Storage, config: Config): Promise<AuditTrail> {
  const secrets = secretBox(config.secretKey, { others: config.otherSecretKeys });
  try {
    await proveKey({ storage, secrets });
  } catch (error) {
    if (error instanceof KeyNotProven) throw new Error(explainWrongKey(config), { cause: error });
    throw error;
  }
  const parts = { storage, clock: systemClock, log: createLogger('silent'), secrets };
  return openTrail(parts, await auditKeyOf({ storage, secrets }));
}
