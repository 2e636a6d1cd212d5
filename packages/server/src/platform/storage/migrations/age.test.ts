import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nameKey } from '../../idempotency/idempotency.ts';
import { findKeys } from '../../idempotency/queries.ts';
import { embedded, postgres } from '../../../testing/databases-under-test.ts';
import { migrate } from '../migrate.ts';
import { migrations } from './index.ts';

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0060'));

describe.each([embedded, postgres])('idempotency keys that were stored as texts, $name', ({ open, skip }) => {
  if (skip) return void it.skip('is not reachable', () => undefined);

  it('are found by their digests', async () => {
    const storage = await open();
    onTestFinished(() => storage.close());
    const request = {
      caller: 'usr_1',
      method: 'POST',
      path: '/v1/conversations/cnv_1/messages',
      body: Buffer.from('{}'),
    };
    const text = `key "of" \\ 'mine'`;
    const key = nameKey(request, text);
    await migrate(storage, before);
    await sql`
      insert into idempotency_keys (caller, method, path, key, body_sha256, status, response, created_at)
      values (${request.caller}, ${request.method}, ${request.path}, ${text}, ${key.bodySha256}, 201, '{"seq":1}', now())`.execute(
      storage.db,
    );
    await migrate(storage);
    const strangers = [nameKey(request, 'another'), nameKey({ ...request, caller: 'usr_2' }, text)];
    const found = await storage.transaction((tx) => findKeys(tx, [key, ...strangers], new Date(0)));
    expect(found).toMatchObject([
      { digest: key.digest, body_sha256: key.bodySha256, status: 201, response: '{"seq":1}' },
    ]);
  });
});
