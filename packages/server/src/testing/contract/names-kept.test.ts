import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../app.ts';
import { manifest, registerAgent } from './agent.ts';
import { call } from './http.ts';
import { freshHandle, jsonInit, signUp } from './person.ts';
import type { Server } from './server.ts';

let started: TestServer;
let server: Server;
beforeAll(async () => {
  server = started = await startTestServer();
});
afterAll(() => started.stop());

const refusedNames = ['Parley helper', 'e' + '\u0301\u0302\u0303\u0304\u0305\u0306', 'Ada “Trusted” Example', 'Раrlеу'];

describe('§27 names are checked when they are chosen', () => {
  it.each(refusedNames)(
    'an agent called %s before sends its manifest again, and no other name like it',
    async (name) => {
      const ada = await signUp(server);
      const { agentId } = await registerAgent(server, ada);
      const kept = { handle: 'support', name: name.normalize('NFC') };
      await sql`update agents set status = 'deleted' where handle = 'support'`.execute(started.app.storage.db);
      await sql`update agents set handle = ${kept.handle}, name = ${kept.name} where agent_id = ${agentId}`.execute(
        started.app.storage.db,
      );
      const replace = (change: object) =>
        ada.put(`/v1/agents/${agentId}/manifest`, { manifest: manifest({ ...kept, ...change }) });
      const again = await replace({ description: 'Another description.' });
      expect([again.status, again.body.item]).toMatchObject([200, { ...kept, description: 'Another description.' }]);

      const other = await replace({ name: `${kept.name} platform` });
      expect([other.status, other.body.error]).toMatchObject([
        400,
        { code: 'malformed_request', path: '/manifest/name', hint: expect.any(String) },
      ]);
      const handle = await replace({ handle: 'sup-port' });
      expect([handle.status, handle.body.error]).toMatchObject([
        400,
        { code: 'malformed_request', path: '/manifest/handle', hint: expect.any(String) },
      ]);
      // A name that was given up cannot be taken back.
      expect((await replace({ handle: freshHandle('a'), name: 'Echo' })).status).toBe(200);
      expect((await replace({})).status).toBe(400);
    },
  );

  it.each(refusedNames)(
    'a person called %s before sends their profile again, and no other name like it',
    async (name) => {
      const ada = await signUp(server);
      const displayName = name.normalize('NFC');
      await sql`update users set display_name = ${displayName} where user_id = ${ada.userId}`.execute(
        started.app.storage.db,
      );
      const again = await ada.patch('/v1/session', { displayName, locale: 'de-CH' });
      expect([again.status, again.body.item]).toMatchObject([200, { displayName, locale: 'de-CH' }]);
      const other = await ada.patch('/v1/session', { displayName: `${displayName} platform` });
      expect([other.status, other.body.error]).toMatchObject([
        400,
        { code: 'malformed_request', path: '/displayName', hint: expect.any(String) },
      ]);
    },
  );

  it.each(refusedNames)('nobody begins as %s', async (name) => {
    const ada = await signUp(server);
    const person = await call(
      `${server.baseUrl}/v1/users`,
      jsonInit('POST', { handle: freshHandle(), displayName: name, password: 'long enough words' }),
    );
    expect([person.status, person.body.error]).toMatchObject([400, { path: '/displayName' }]);
    const agent = await ada.post('/v1/agents', { manifest: manifest({ name }) });
    expect([agent.status, agent.body.error]).toMatchObject([400, { path: '/manifest/name' }]);
    const handle = await ada.post('/v1/agents', { manifest: manifest({ handle: 'sup-port' }) });
    expect([handle.status, handle.body.error]).toMatchObject([400, { path: '/manifest/handle' }]);
  });
});
