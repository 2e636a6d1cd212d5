import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes, type RouteName } from '@parley/protocol';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { startServerOn, type TestServer } from '../../testing/app.ts';
import { call } from '../../testing/contract/http.ts';
import { signUp } from '../../testing/contract/person.ts';
import { openShop } from '../../actions/tools/fixtures/shop.ts';
import { openTestStorage } from '../../testing/database.ts';
import { audited, unaudited } from './audited-routes.ts';
import { humanCalls } from '../fixtures/human-calls.ts';
import { gatherPeople, newWorld, type People } from '../fixtures/world.ts';

type Line = Readonly<Record<string, unknown>>;

const lines: Line[] = [];
const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
let server: TestServer;
let people: People;
beforeAll(async () => {
  server = await startServerOn(await openTestStorage(), {}, log);
  people = await gatherPeople(server);
}, 60_000);
afterAll(() => server.stop());

const audits = () => lines.filter((line) => 'audit' in line);
const ofLogger = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'audit']);
const id = /^[a-z]{3,4}_[0-9A-Z]{26}$/;
const scope = /^[a-z_]+\.[a-z_.]+$/;

/** Makes a successful call of a route. Returns its answer and its audit log entries. */
async function auditsOf(name: RouteName) {
  const { method, path } = routes[name];
  const send = await humanCalls[`${method} ${path}`]?.(await newWorld(people));
  if (!send) throw new Error(`No call of ${name} is known.`);
  lines.length = 0;
  const answer = await send();
  expect(answer.status).toBeLessThan(300);
  return { answer, told: audits() };
}

describe('the log of who changed whose authority', { timeout: 60_000 }, () => {
  it.each(Object.keys(audited) as RouteName[])(
    'has one line for %s, with the request and nothing but ids',
    async (name) => {
      const { answer, told } = await auditsOf(name);
      const { audit } = audited[name] ?? {};
      const isChange = name !== 'setMembershipPreferences';
      expect(told).toHaveLength(isChange ? 1 : 0);
      if (typeof audit === 'string') expect(told[0]).toMatchObject({ audit });
      for (const line of told) {
        expect(line).toMatchObject({
          requestId: answer.headers.get('x-request-id'),
          userId: expect.stringMatching(id),
        });
        const {
          requestId: _request,
          scopes = [],
          ...rest
        } = Object.fromEntries(Object.entries(line).filter(([key]) => !ofLogger.has(key)));
        for (const value of Object.values(rest).flat()) expect(value).toMatch(id);
        for (const value of scopes as unknown[]) expect(value).toMatch(scope);
      }
    },
  );

  it.each(unaudited)('has none for %s', async (name) => {
    expect((await auditsOf(name)).told).toEqual([]);
  });

  it('says of every route that writes whether it changes authority', () => {
    const writing = Object.entries(routes).filter(
      // Listening writes nothing, but a listener can read what the agent receives.
      ([name, { method, path }]) => name === 'listenToAgent' || (method !== 'GET' && path.startsWith('/v1/')),
    );
    const judged = [...Object.keys(audited), ...unaudited];
    expect(judged.toSorted()).toEqual(writing.map(([name]) => name).toSorted());
  });

  it('names who granted what to whom, and what was decided', async () => {
    const granted = (await auditsOf('grantScopes')).told[0];
    expect(granted).toMatchObject({
      audit: 'grant.replaced',
      userId: people.ben.userId,
      agentId: people.agent.agentId,
    });
    expect(granted).toHaveProperty('scopes');
    expect((await auditsOf('resolveApproval')).told[0]?.['audit']).toMatch(/^approval\.(approved|denied)$/);
    expect((await auditsOf('issueCredential')).told[0]).toHaveProperty('credentialId', expect.stringMatching(id));
  });

  it('names the standing grant that was given with an approval', async () => {
    const shop = await openShop(server, ['coin.charge']);
    const asked = await shop.invoke({ tool: 'coin.charge', args: { amount: 1, reason: 'Tea' } });
    lines.length = 0;
    const standing = {
      until: new Date(server.clock.now() + 60_000).toISOString(),
      max: [{ path: '/amount', total: 5 }],
    };
    const path = `/v1/approvals/${asked.body.approval_id}/resolve`;
    const { body } = await shop.person.post(path, { decision: 'approved', standing });
    expect(audits()).toMatchObject([
      { audit: 'approval.approved', approvalId: asked.body.approval_id, grantId: body.standingGrant.grantId },
    ]);
    shop.relay.close();
  });

  it('tells a block and its end from other preferences', async () => {
    const { ada, agent } = people;
    lines.length = 0;
    for (const change of [{ blocked: true }, { blocked: false }, { muted: true }]) {
      await ada.put(`/v1/agents/${agent.agentId}/membership/preferences`, change);
    }
    expect(audits().map(({ audit }) => audit)).toEqual(['agent.blocked', 'agent.unblocked']);
  });

  it('has a line for a sign-in that failed, and none for what was refused otherwise', async () => {
    lines.length = 0;
    const body = JSON.stringify({ handle: people.ada.handle, password: 'wrong horse battery' });
    const headers = { 'content-type': 'application/json' };
    const answer = await call(`${server.baseUrl}/v1/session`, { method: 'POST', headers, body });
    expect(audits()).toMatchObject([{ audit: 'session.refused', requestId: answer.headers.get('x-request-id') }]);
    expect(JSON.stringify(audits())).not.toContain(people.ada.handle);
    await people.ben.put(`/v1/agents/${people.agent.agentId}/manifest`, {});
    await people.ben.del(`/v1/agents/${people.agent.agentId}`);
    expect(audits()).toHaveLength(1);
  });

  it('says which token stood for its person, and shows no token and no password in any line', async () => {
    const cy = await signUp(server);
    const { item, token } = (await cy.post('/v1/tokens', { name: 'Backup' })).body;
    lines.length = 0;
    const headers = { ...{ authorization: `Bearer ${token}` }, 'content-type': 'application/json' };
    const body = JSON.stringify({ userIds: [people.ada.userId] });
    await call(`${server.baseUrl}/v1/conversations`, { method: 'POST', headers, body });
    await call(`${server.baseUrl}/v1/tokens`, { method: 'POST', headers, body: '{"name":"More"}' });
    expect(audits()).toMatchObject([{ audit: 'conversation.opened', userId: cy.userId, byTokenId: item.tokenId }]);
    const fresh = 'staple of correct batteries';
    await cy.put('/v1/session/password', { currentPassword: `not ${cy.password}`, newPassword: fresh });
    await cy.put('/v1/session/password', { currentPassword: cy.password, newPassword: fresh });
    expect(audits().slice(1)).toMatchObject([{ audit: 'password.refused' }, { audit: 'password.changed' }]);
    for (const secret of [token, token.slice(4), cy.password, fresh, 'Backup'])
      expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('has one line where a request comes again with its Idempotency-Key', async () => {
    lines.length = 0;
    const key = { 'idempotency-key': 'open once' };
    const open = () => people.ada.post('/v1/conversations', { agentIds: [people.agent.agentId] }, key);
    const [first, again] = [await open(), await open()];
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(audits()).toMatchObject([
      {
        audit: 'conversation.opened',
        conversationId: first.body.item.conversationId,
        agentIds: [people.agent.agentId],
      },
    ]);
  });
});
