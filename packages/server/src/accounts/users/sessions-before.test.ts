import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import type { Json } from '../../testing/contract/http.ts';
import { personWith, signUp, type Person } from '../../testing/contract/person.ts';
import { idOf } from '../../testing/contract/shapes.ts';
import { hashToken } from './start-session.ts';

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
});
afterAll(() => server.stop());

/** Starts a session as a server of the previous release does. `isOlder`: it existed before sessions had ids. */
async function startEarlier(isOlder: boolean): Promise<Person> {
  const { db } = server.app.storage;
  const token = randomBytes(32).toString('base64url');
  const now = new Date(server.clock.now());
  await sql`
    insert into sessions (token_hash, user_id, created_at, expires_at)
    values (${hashToken(token)}, ${ada.userId}, ${now}, ${new Date(now.getTime() + 86_400_000)})`.execute(db);
  if (isOlder) await sql`update sessions set session_id = null where token_hash = ${hashToken(token)}`.execute(db);
  return personWith(server, `parley_session=${token}`, ada);
}

describe('§11 a session of a server of the release before', () => {
  it.each([false, true])(
    'has an id by which it can be ended, whether or not it had begun by then: %s',
    async (isOlder) => {
      const earlier = await startEarlier(isOlder);
      const listed = async (): Promise<Json> =>
        (await earlier.get('/v1/sessions')).body.items.find(({ current }: Json) => current);
      const { sessionId, createdAt, userAgent } = await listed();
      expect(sessionId).toMatch(idOf('ses'));
      expect([userAgent, Date.parse(createdAt)]).toEqual([null, server.clock.now()]);
      expect((await listed()).sessionId).toBe(sessionId);
      expect((await ada.del(`/v1/sessions/${sessionId}`)).status).toBe(204);
      expect((await earlier.get('/v1/session')).status).toBe(401);
    },
  );
});
