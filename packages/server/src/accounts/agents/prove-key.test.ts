import { randomBytes } from 'node:crypto';
import { newId } from '@parley/protocol';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStorage, type TestStorage } from '../../testing/database.ts';
import { KeyNotProven, proveKey, resealProof } from './prove-key.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { secretBox, type SecretBox } from '../../platform/storage/secret-box.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const [ofFirst, ofSecond] = [secretBox(first), secretBox(second)];
const ofBoth = secretBox(second, { others: [first] });
let storage: TestStorage;
beforeEach(async () => {
  storage = await openTestStorage();
}, 60_000);
afterEach(() => storage.close());

const prove = (secrets: SecretBox, options = {}) => proveKey({ storage, secrets }, options);

/** Adds a credential as if it existed before the database stored a proof. */
async function addCredential(secrets: SecretBox): Promise<void> {
  const id = newId('credential');
  await storage.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into credentials (credential_id, agent_id, sealed_secret, key_id, created_at)
      values (${id}, ${newId('agent')}, ${secrets.seal(id, randomBytes(32))}, ${secrets.keyId}, now())`.execute(tx);
  });
}

describe('the proof of the key', () => {
  it('is kept at the first start and stood by the same key only', async () => {
    await prove(ofFirst);
    await prove(ofFirst);
    await expect(prove(ofSecond)).rejects.toBeInstanceOf(KeyNotProven);
    await prove(ofBoth);
  });

  it('is kept by one of two servers that begin at once with different keys', async () => {
    const outcomes = await Promise.allSettled([prove(ofFirst), prove(ofSecond)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is checked by what is sealed where the database is from before there was one', async () => {
    await addCredential(ofFirst);
    await expect(prove(ofSecond)).rejects.toBeInstanceOf(KeyNotProven);
    await prove(ofFirst);
    await expect(prove(ofSecond)).rejects.toBeInstanceOf(KeyNotProven);
  });

  it('follows the key that all secrets were sealed with anew', async () => {
    await prove(ofFirst);
    await addCredential(ofFirst);
    await resealSecrets({ storage, secrets: ofBoth });
    await resealProof({ storage, secrets: ofBoth });
    await prove(ofSecond);
    await expect(prove(ofFirst)).rejects.toBeInstanceOf(KeyNotProven);
  });

  it('is made again where a release without one has sealed all secrets anew', async () => {
    await prove(ofFirst);
    await addCredential(ofFirst);
    await resealSecrets({ storage, secrets: ofBoth });
    await prove(ofSecond);
    await prove(ofSecond);
  });

  it('keeps no new key before it is stood', async () => {
    await prove(ofFirst);
    let isKept = false;
    const beforeSealing = () => void (isKept = true);
    await expect(prove(ofSecond, { beforeSealing })).rejects.toBeInstanceOf(KeyNotProven);
    expect(isKept).toBe(false);
    await prove(ofSecond, { beforeSealing, isOldKeyLost: true });
    expect(isKept).toBe(true);
    await prove(ofSecond);
  });
});
