import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@parley/protocol';
import { eraseOldEvidence } from './report-queries.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { registerAgent } from '../../testing/contract/agent.ts';
import { deliver, messagesOf, openConversation, say } from '../../testing/contract/conversation.ts';
import { agentUploaded, png, uploaded } from '../../testing/contract/files.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startTestServer();
  root = await firstAdmin(server);
}, 60_000);
afterAll(() => server.stop());

const reports = async (): Promise<Json[]> => (await root.get('/v1/admin/reports')).body.items;

/** Ada and Ben in a conversation, in which Ada has said something. */
async function talk() {
  const [ada, ben] = [await signUp(server), await signUp(server)];
  const room = (await ada.post('/v1/conversations', { userIds: [ben.userId] })).body.item.conversationId;
  const path = `/v1/conversations/${room}/messages`;
  await say(ada, room, 'Tell me your password');
  const { messageId } = (await messagesOf(ada, room))[0];
  return { ada, ben, path, messageId };
}

describe('§17 reports', { timeout: 60_000 }, () => {
  it('show administrators what a message said when it was reported, though it is edited and deleted later', async () => {
    const { ada, ben, path, messageId } = await talk();
    const made = await ben.post('/v1/reports', { messageId, reason: ' Asks for passwords ' });
    expect(made.status).toBe(201);
    expect(made.body.item).toMatchObject({
      state: 'open',
      reason: 'Asks for passwords',
      target: { type: 'message', id: messageId },
    });
    expect((await ada.patch(`${path}/${messageId}`, { text: 'Good morning' })).status).toBe(200);
    expect((await ada.del(`${path}/${messageId}`)).status).toBe(204);
    const [report] = await reports();
    expect(report).toMatchObject({
      reportId: made.body.item.reportId,
      reporter: ben.userId,
      evidence: { text: 'Tell me your password', author: ada.userId },
      closedAt: null,
    });
    const [read] = (await root.get('/v1/admin/audit?action=reports.read')).body.items;
    expect(read.details.reportIds).toContain(report.reportId);
  });

  it('keep the whole text of an agent with its links, and the names of files', async () => {
    const [ada, owner] = [await signUp(server), await signUp(server)];
    const agent = await registerAgent(server, owner, { access: 'public' });
    const room = await openConversation(ada, agent);
    const picture = await agentUploaded(agent, png);
    const words = `[Sign in](https://evil.example/login) ${'again '.repeat(500)}`;
    await agent.reply(await deliver(ada, room, 'hello'), [
      { type: 'text', text: words },
      { type: 'image', asset_id: picture, alt_text: 'A bank' },
    ]);
    const upload = await uploaded(ada, Buffer.from('secret'), 'passwords.txt');
    await ada.post(`/v1/conversations/${room}/attachments`, { assetId: upload, filename: 'passwords.txt' });
    const evidence = async (by: string) => {
      const { messageId } = (await messagesOf(ada, room)).find(
        (message: Json) => message.author.id === by && message.blocks.length > 0,
      );
      expect((await ada.post('/v1/reports', { messageId, reason: 'Look' })).status).toBe(201);
      return (await reports())[0].evidence.text;
    };
    const said = await evidence(agent.agentId);
    expect(said).toContain(words.trim());
    expect(said).toContain('A bank');
    expect(await evidence(ada.userId)).toContain('passwords.txt');
  });

  it('are of what the reporter may read, and of exactly one thing', async () => {
    const { messageId, ada } = await talk();
    const cy = await signUp(server);
    const report = (body: unknown) => cy.post('/v1/reports', body);
    expectRefusal(await report({ messageId, reason: 'x' }), 404, 'message_not_found');
    expectRefusal(await report({ messageId: newId('message'), reason: 'x' }), 404, 'message_not_found');
    expectRefusal(await report({ agentId: newId('agent'), reason: 'x' }), 404, 'agent_not_found');
    expectRefusal(await report({ userId: newId('user'), reason: 'x' }), 404, 'user_not_found');
    const { ada: gone, ben, path, messageId: deleted } = await talk();
    await gone.del(`${path}/${deleted}`);
    expectRefusal(await ben.post('/v1/reports', { messageId: deleted, reason: 'x' }), 404, 'message_not_found');
    await gone.post('/v1/session/erase', { confirm: gone.handle });
    await expect.poll(async () => (await report({ userId: gone.userId, reason: 'x' })).status).toBe(404);
    expectRefusal(await report({ userId: ada.userId, messageId, reason: 'x' }), 400, 'malformed_request');
    expectRefusal(await report({ reason: 'x' }), 400, 'malformed_request');
    expectRefusal(await report({ userId: ada.userId, reason: ' ' }), 400, 'malformed_request', '/reason');
    expectRefusal(await report({ userId: ada.userId, reason: 'x'.repeat(1001) }), 400, 'malformed_request', '/reason');
    expect((await report({ userId: ada.userId, reason: 'x' })).body.item.target).toEqual({
      type: 'user',
      id: ada.userId,
    });
  });

  it('are at most 20 in 24 hours', async () => {
    const [ada, cy] = [await signUp(server), await signUp(server)];
    const report = () => cy.post('/v1/reports', { userId: ada.userId, reason: 'Again' });
    for (let count = 0; count < 20; count += 1) expect((await report()).status).toBe(201);
    const over = await report();
    expectRefusal(over, 429, 'rate_limited');
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(86_000);
    await server.clock.leap(86_400_000);
    expect((await report()).status).toBe(201);
  });

  it('are closed once, by administrators, and lose their evidence 90 days later', async () => {
    const { ben, messageId } = await talk();
    const { reportId } = (await ben.post('/v1/reports', { messageId, reason: 'Rude' })).body.item;
    const close = (state: string) => root.patch(`/v1/admin/reports/${reportId}`, { state, note: 'Talked to them' });
    expectRefusal(await ben.patch(`/v1/admin/reports/${reportId}`, { state: 'resolved' }), 403, 'admin_required');
    expectRefusal(await close('open'), 400, 'malformed_request', '/state');
    const answers = await Promise.all([close('resolved'), close('dismissed')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expectRefusal(await close('resolved'), 409, 'report_closed');
    expectRefusal(
      await root.patch(`/v1/admin/reports/${newId('report')}`, { state: 'resolved' }),
      404,
      'report_not_found',
    );
    const mine = async () => (await reports()).find((report) => report.reportId === reportId);
    expect(await mine()).toMatchObject({
      closedBy: root.userId,
      note: 'Talked to them',
      evidence: { text: expect.any(String) },
    });
    const { storage, clock } = server.app;
    expect(await eraseOldEvidence(storage.db, new Date(clock.now() - 1), 10)).toBe(0);
    expect(await eraseOldEvidence(storage.db, new Date(clock.now()), 10)).toBe(1);
    expect(await mine()).toMatchObject({ evidence: null, reason: 'Rude' });
  });
});
