import pg from 'pg';
import { newId } from '@parley/protocol';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bySystem } from '../../platform/audit/act.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent } from '../../testing/contract/agent.ts';
import { openConversation, say } from '../../testing/contract/conversation.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { startWebhook } from '../../testing/contract/webhook.ts';

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startTestServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
  ada = await signUp(server);
}, 60_000);
afterAll(() => server.stop());

/** Returns the statements that the server runs meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  await server.app.engine.idle();
  const statements = spy.mock.calls.map(([query]: unknown[]) =>
    typeof query === 'string' ? query : (query as { text: string }).text,
  );
  spy.mockRestore();
  return statements;
}

const aboutAudit = (statements: string[]) => statements.filter((statement) => /\baudit_/u.test(statement));

it('§18 no statement of a send, its delivery and its reply is about the audit log', async () => {
  const hook = await startWebhook(server);
  const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
  const room = await openConversation(ada, agent);
  await server.app.audit.seal();
  const statements = await statementsOf(async () => {
    const sent = await say(ada, room, 'hello');
    await hook.awaitRequests(1);
    const answer = await agent.reply(sent.deliveries[0].deliveryId, [{ type: 'text', text: 'Hello, Ada.' }]);
    expect(answer.status).toBe(202);
  });
  expect(statements.some((statement) => statement.includes('insert into messages'))).toBe(true);
  expect(aboutAudit(statements)).toEqual([]);

  const changes = await statementsOf(() =>
    ada.put(`/v1/agents/${agent.agentId}/membership/preferences`, { muted: false, blocked: true }),
  );
  expect(aboutAudit(changes)).not.toEqual([]);
});

it('§18 a change of authority that has not committed holds up no other', async ({ skip }) => {
  const { app } = server;
  // The embedded database has one connection, so its transactions run in turn.
  if (app.storage.kind === 'pglite') return skip();
  const other = await signUp(server);
  await app.storage.transaction(async (tx) => {
    await app.audit.write(tx, bySystem, 'agent.blocked', { userId: ada.userId, agentId: newId('agent') });
    expect((await other.post('/v1/tokens', { name: 'Meanwhile' })).status).toBe(201);
  });
});
