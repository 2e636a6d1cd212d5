import type { CredentialId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { findSealedOtherwise, replaceSealed } from './reseal-queries.ts';
import { openSecret } from './open-secret.ts';

export interface Resealed {
  /** Secrets that this run sealed with the current key. */
  readonly resealed: number;
  /** Credentials with a secret that no key opens. They stay unchanged. */
  readonly unopened: readonly CredentialId[];
}

interface ResealOptions {
  /** Secrets per statement. */
  readonly batchSize?: number;
  /** Called after each batch with the total sealed so far. */
  readonly onBatch?: (resealed: number) => void;
}

/**
 * Seals every secret of another key with the current key, in batches, while servers read and write them. May be
 * interrupted and run again: each secret is always sealed with one of the keys.
 */
export async function resealSecrets(
  app: Pick<Core, 'storage' | 'secrets'>,
  { batchSize = 500, onBatch = () => undefined }: ResealOptions = {},
): Promise<Resealed> {
  let resealed = 0;
  for (;;) {
    const unopened: CredentialId[] = [];
    const before = resealed;
    for await (const batch of resealOnce(app, batchSize)) {
      resealed += batch.resealed;
      unopened.push(...batch.unopened);
      onBatch(resealed);
    }
    // A server that still seals with an older key may have added secrets behind the cursor, so this ends only after a
    // pass that finds none.
    if (resealed === before) return { resealed, unopened };
  }
}

async function* resealOnce(
  { storage, secrets }: Pick<Core, 'storage' | 'secrets'>,
  batchSize: number,
): AsyncGenerator<Resealed> {
  let after = '';
  for (;;) {
    const rows = await findSealedOtherwise(storage.db, secrets.keyId, { after, limit: batchSize });
    const last = rows.at(-1);
    if (last === undefined) return;
    const opened = rows.map((row) => ({ row, secret: openSecret(secrets, row) }));
    const changes = opened.flatMap(({ row, secret }) =>
      secret === null
        ? []
        : [{ credentialId: row.credential_id, oldKeyId: row.key_id, sealed: secrets.seal(row.credential_id, secret) }],
    );
    yield {
      resealed: await replaceSealed(storage.db, secrets.keyId, changes),
      unopened: opened.filter(({ secret }) => secret === null).map(({ row }) => row.credential_id),
    };
    after = last.credential_id;
  }
}
