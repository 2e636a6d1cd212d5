import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { signUp } from '../../testing/contract/person.ts';
import { hashPassword, passwordFits } from './password.ts';

const argon2id = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function rowsOf(table: string): Promise<string> {
  const { rows } = await sql`select row_to_json(t)::text as row from ${sql.table(table)} t`.execute(
    server.app.storage.db,
  );
  return JSON.stringify(rows);
}

describe('what is kept of a password', () => {
  it('§2 keeps neither the password nor the session’s token, only what they hash to', async () => {
    const ada = await signUp(server);
    const token = /parley_session=([^;]+)/.exec(ada.cookie)?.[1] ?? '';
    expect(token.length).toBeGreaterThan(20);
    const { rows } = await sql<{ password_hash: string; token_hash: Buffer }>`
      select u.password_hash, s.token_hash from users u join sessions s on s.user_id = u.user_id
      where u.user_id = ${ada.userId}`.execute(server.app.storage.db);
    expect(rows[0]?.password_hash).toMatch(argon2id);
    const sha256 = await crypto.subtle.digest('SHA-256', Buffer.from(token));
    expect(rows[0]?.token_hash).toEqual(Buffer.from(sha256));
    const kept = (await rowsOf('users')) + (await rowsOf('sessions'));
    for (const form of [ada.password, token, Buffer.from(token).toString('hex')]) expect(kept).not.toContain(form);
  });

  it('§2 takes as long for a handle that nobody has as for a wrong password', async () => {
    const hash = await hashPassword('long enough words');
    await passwordFits('to make the decoy', null);
    const timeOf = async (kept: string | null): Promise<number> => {
      const started = process.cpuUsage().user;
      for (let i = 0; i < 8; i += 1) expect(await passwordFits('wrong words here', kept)).toBe(false);
      return process.cpuUsage().user - started;
    };
    const [known, unknown] = [await timeOf(hash), await timeOf(null)];
    // Without the same work, one would take a hundred times as long as the other.
    expect(Math.max(known, unknown)).toBeLessThan(10 * Math.min(known, unknown));
  });
});
