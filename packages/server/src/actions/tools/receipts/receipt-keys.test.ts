import { randomBytes, type KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretBox } from '../../../platform/storage/secret-box.ts';
import { migratedDatabases, type SharedDatabase } from '../../../testing/durability/migrated-databases.ts';
import { fakeClock } from '../../../testing/fake-clock.ts';
import { addReceiptKey, publishedKeys, resealReceiptKeys, signingKey } from './receipt-keys.ts';

const clock = fakeClock();
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const publicPart = (key: KeyObject) => key.export({ format: 'jwk' })['x'];

describe.each(migratedDatabases)('the keys of receipts in $name', ({ skip, open }) => {
  if (skip) return void it.skip('is not tried: it is not reachable', () => undefined);
  let database: SharedDatabase;
  beforeEach(async () => {
    database = await open();
    await sql`delete from receipt_keys`.execute(database.nodes[0].db);
  }, 60_000);
  afterEach(() => database.close());
  const app = (secrets = secretBox(oldKey), node: 0 | 1 = 0) => ({ storage: database.nodes[node], clock, secrets });

  it('begin with one that is the same for servers that start at once, and stays', async () => {
    const keys = await Promise.all([signingKey(app()), signingKey(app(undefined, 1)), signingKey(app())]);
    expect(new Set(keys.map(publicPart)).size).toBe(1);
    expect(publicPart(await signingKey(app()))).toBe(publicPart(keys[0]));
    expect(await publishedKeys(app())).toMatchObject([{ x: publicPart(keys[0]) }]);
  });

  it('are sealed: the private half stands nowhere', async () => {
    const { d } = (await signingKey(app())).export({ format: 'jwk' });
    const { rows } = await sql<{ sealed_private_key: Buffer }>`
      select sealed_private_key from receipt_keys`.execute(database.nodes[0].db);
    expect(rows[0]?.sealed_private_key.includes(Buffer.from(String(d), 'base64url'))).toBe(false);
  });

  it('sign with the newest on every server, and the ones before stay listed', async () => {
    const first = publicPart(await signingKey(app()));
    await addReceiptKey(app(), 1);
    const second = publicPart(await signingKey(app(undefined, 1)));
    expect(second).not.toBe(first);
    expect((await publishedKeys(app())).map(({ x }) => x)).toEqual([second, first]);
  });

  it('go over to another secret key', async () => {
    const first = publicPart(await signingKey(app()));
    const both = secretBox(newKey, { others: [oldKey] });
    expect(publicPart(await signingKey(app(both)))).toBe(first);
    await resealReceiptKeys(app(both));
    expect(publicPart(await signingKey(app(secretBox(newKey))))).toBe(first);
    expect(await publishedKeys(app())).toHaveLength(1);
  });

  it('are replaced where the secret key is lost, and what they signed can still be verified', async () => {
    const first = publicPart(await signingKey(app()));
    await resealReceiptKeys(app(secretBox(newKey)));
    const second = publicPart(await signingKey(app(secretBox(newKey))));
    expect((await publishedKeys(app())).map(({ x }) => x)).toEqual([second, first]);
    // A server that has only the old secret key signs with the old receipt key until it gets the new one.
    expect(publicPart(await signingKey(app()))).toBe(first);
  });
});
