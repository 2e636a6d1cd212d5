import type { CredentialId } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import { findSealedOtherwise, replaceSealed } from './reseal-queries.ts';
import { openSecret } from './open-secret.ts';

export interface Resealed {
  /** Secrets that this run sealed anew. */
  readonly resealed: number;
  /** Credentials whose secret none of the keys opens; they stay as they are. */
  readonly unopened: readonly CredentialId[];
}

interface ResealOptions {
  /** Secrets a statement. */
  readonly batchSize?: number;
  /** Called after each batch with how many were sealed anew so far. */
  readonly onBatch?: (resealed: number) => void;
}

/**
 * Seals every secret that has another key with the current one, a batch a statement, while servers read and write them. It may
 * break off anywhere and be run again: a secret is sealed with the one key or the other, never with none.
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
    // A server that still sealed with an older key may have added some behind the cursor, so it ends when a look finds none.
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
