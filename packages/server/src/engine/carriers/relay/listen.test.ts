import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '@parley/protocol';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { registerAgent } from '../../../testing/contract/agent.ts';
import { signUp } from '../../../testing/contract/person.ts';
import { relayOver } from '../../../testing/contract/relay.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('ends a stream whose listening was ended elsewhere at its next heartbeat, although the signal was lost', async () => {
  const ada = await signUp(server);
  const agent = await registerAgent(server, ada);
  const headers = { cookie: ada.cookie };
  const relay = await relayOver(server, `/v1/agents/${agent.agentId}/listen`, agent.secret, headers);
  await relay.awaitEvent('ready');
  await sql`delete from relay_streams where agent_id = ${agent.agentId}`.execute(server.app.storage.db);
  expect(relay.ended).toBe(false);
  await server.clock.advance(limits.heartbeatSeconds * 1000);
  await relay.awaitEnd();
});
