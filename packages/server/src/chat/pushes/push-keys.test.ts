import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretBox } from '../../platform/storage/secret-box.ts';
import { migratedDatabases, type SharedDatabase } from '../../testing/durability/migrated-databases.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { pushKeyOf, resealPushKeys } from './push-keys.ts';

const clock = fakeClock();
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];

describe.each(migratedDatabases)('the key of pushes in $name', ({ skip, open }) => {
  if (skip) return void it.skip('is not tried: it is not reachable', () => undefined);
  let database: SharedDatabase;
  beforeEach(async () => {
    database = await open();
    await sql`delete from push_keys`.execute(database.nodes[0].db);
  }, 60_000);
  afterEach(() => database.close());
  const app = (secrets = secretBox(oldKey), node: 0 | 1 = 0) => ({ storage: database.nodes[node], clock, secrets });
  const publicKeyOf = async (of = app()) => (await pushKeyOf(of)).publicKey.toString('base64url');

  it('§13 is made once, and is the same for servers that start at once', async () => {
    const keys = await Promise.all([publicKeyOf(), publicKeyOf(app(undefined, 1)), publicKeyOf()]);
    expect(new Set(keys).size).toBe(1);
    expect(await publicKeyOf()).toBe(keys[0]);
  });

  it('is sealed: the private half stands nowhere', async () => {
    const { d } = (await pushKeyOf(app())).privateKey.export({ format: 'jwk' });
    const { rows } = await sql<{ sealed_private_key: Buffer }>`
      select sealed_private_key from push_keys`.execute(database.nodes[0].db);
    expect(rows[0]?.sealed_private_key.includes(Buffer.from(String(d), 'base64url'))).toBe(false);
  });

  it('goes over to another secret key', async () => {
    const first = await publicKeyOf();
    const both = secretBox(newKey, { others: [oldKey] });
    expect(await publicKeyOf(app(both))).toBe(first);
    await resealPushKeys(app(both));
    expect(await publicKeyOf(app(secretBox(newKey)))).toBe(first);
  });

  it('is replaced where the secret key is lost', async () => {
    const first = await publicKeyOf();
    const second = await publicKeyOf(app(secretBox(newKey)));
    expect(second).not.toBe(first);
    expect(await publicKeyOf(app(secretBox(newKey), 1))).toBe(second);
  });
});
