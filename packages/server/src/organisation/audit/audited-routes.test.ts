import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditActions, routes, type AuditAction, type RouteName, type UserId } from '@parley/protocol';
import { setRole } from '../../accounts/users/account-queries.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { startServerOn, type TestServer } from '../../testing/app.ts';
import { call, type Json } from '../../testing/contract/http.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { openShop } from '../../actions/tools/fixtures/shop.ts';
import { openTestStorage } from '../../testing/database.ts';
import { humanCalls } from '../../http/fixtures/human-calls.ts';
import { providerEnv } from '../../http/fixtures/sign-in-calls.ts';
import { gatherPeople, newWorld, type People } from '../../http/fixtures/world.ts';

/** The rows that a call of a route writes. */
const audited: Readonly<Partial<Record<RouteName, readonly AuditAction[]>>> = {
  signUp: ['user.signed_up'],
  setUp: ['user.signed_up', 'person.became_admin'],
  changePerson: ['person.promoted', 'person.disabled', 'person.email_set'],
  invite: ['invitation.made'],
  revokeInvitation: ['invitation.revoked'],
  endSessionsOfPerson: ['person.sessions_ended'],
  changeSettings: ['setting.changed'],
  changeAgent: ['credential.revoked', 'agent.transferred', 'agent.suspended'],
  setRetention: ['retention.changed'],
  setConversationRetention: ['room_retention.changed'],
  placeHold: ['person.held'],
  endHold: ['person.hold_ended'],
  offerAgent: ['agent.offered'],
  acceptTransfer: ['credential.revoked', 'agent.transferred'],
  endTransfer: ['agent.offer_ended'],
  approveAgent: ['agent.approved'],
  rejectAgent: ['agent.rejected'],
  makeReport: ['report.made'],
  closeReport: ['report.closed'],
  makeResetLink: ['person.reset_link_made'],
  redeemPasswordReset: ['password.reset'],
  recover: ['person.recovered'],
  verifyEmail: ['email.verified'],
  makeBackup: ['backup.started'],
  askExport: ['export.asked'],
  erasePerson: ['person.erasing'],
  eraseSelf: ['person.erasing'],
  exportPerson: ['export.asked'],
  signIn: ['session.opened'],
  confirmIdentity: ['identity.linked'],
  unlinkIdentity: ['identity.unlinked'],
  addPasskey: ['passkey.added'],
  deletePasskey: ['passkey.deleted'],
  signInByPasskey: ['session.opened'],
  signOut: ['session.ended'],
  endSession: ['session.ended'],
  endOtherSessions: ['sessions.ended'],
  changePassword: ['password.changed'],
  createToken: ['token.created'],
  deleteToken: ['token.deleted'],
  blockPerson: ['person.blocked'],
  unblockPerson: ['person.unblocked'],
  registerAgent: ['agent.registered'],
  replaceManifest: ['agent.changed'],
  addModel: ['agent.registered', 'model.added'],
  changeAgentModel: ['model.changed'],
  removeAgentModel: ['model.removed'],
  pauseAgent: ['agent.paused'],
  resumeAgent: ['agent.resumed'],
  listenToAgent: ['agent.listen_opened'],
  endListening: ['agent.listen_ended'],
  deleteAgent: ['agent.deleted'],
  issueCredential: ['credential.issued'],
  revokeCredential: ['credential.revoked'],
  grantScopes: ['grant.replaced'],
  requestAccess: ['access.requested'],
  approveAccessRequest: ['access.approved'],
  denyAccessRequest: ['access.denied'],
  openConversation: ['conversation.opened'],
  deleteConversation: ['conversation.deleted'],
  addMember: ['member.added'],
  removeMember: ['member.removed'],
  stopMessage: ['answer.stopped'],
  deleteStandingGrant: ['standing_grant.revoked'],
  resolveApproval: ['approval.denied'],
};

/** Writing routes that change no authority by the call that is made here. Together with `audited` they are all. */
const unaudited: readonly RouteName[] = [
  'askPasswordReset',
  // Confirming it does.
  'linkIdentity',
  // Answering the options does.
  'beginPasskey',
  'beginPasskeySignIn',
  'setEmail',
  'deleteNotice',
  // Only a block does.
  'setMembershipPreferences',
  'editProfile',
  'markRead',
  'setConversationPreferences',
  'updateConversation',
  'sendMessage',
  'editMessage',
  'deleteMessage',
  'addReaction',
  'removeReaction',
  'sendAttachment',
  'uploadAsset',
  'submitForm',
  'markNotificationsRead',
  'subscribe',
  'unsubscribe',
  'createTask',
  'cancelTask',
  'createSchedule',
  'deleteSchedule',
  'replayDelivery',
  'ackListened',
  'putScopesAside',
  // Nothing is stored.
  'listModels',
];

type Line = Readonly<Record<string, unknown>>;

const lines: Line[] = [];
const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
let server: TestServer;
let people: People;
let root: Person;
beforeAll(async () => {
  server = await startServerOn(await openTestStorage(), await providerEnv(), log);
  people = await gatherPeople(server);
  root = await firstAdmin(server);
}, 60_000);
afterAll(() => server.stop());

const audits = () => lines.filter((line) => 'audit' in line);
const ofLogger = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'audit']);
const id = /^[a-z]{3,4}_[0-9A-Z]{26}$/;
const scope = /^[a-z_]+\.[a-z_.]+$/;

/** Ids, lists of ids, scopes, states, names of settings, roles and where a role comes from. */
function expectIdsOnly(line: Line): void {
  const {
    requestId: _request,
    scopes = [],
    role,
    source,
    forAdmin: _forAdmin,
    names: _names,
    messagesDays: _messagesDays,
    state: _state,
    providerId: _providerId,
    ...rest
  } = line;
  const ids = Object.entries(rest).filter(([key]) => !ofLogger.has(key));
  for (const value of ids.flatMap(([, each]) => each)) expect(value).toMatch(id);
  for (const value of scopes as unknown[]) expect(value).toMatch(scope);
  expect(['member', 'admin', undefined]).toContain(role);
  expect(['manual', undefined]).toContain(source);
}

/** The server erases in the background whom a call before has begun to erase. */
const isOfCall = (row: Line): boolean => row['audit'] !== 'person.erased' && row['action'] !== 'person.erased';

/** Makes a successful call of a route. Returns its answer and its audit log entries. */
async function auditsOf(name: RouteName) {
  const { method, path } = routes[name];
  const send = await humanCalls[`${method} ${path}`]?.(await newWorld(people));
  if (!send) throw new Error(`No call of ${name} is known.`);
  lines.length = 0;
  const answer = await send();
  expect(answer.status).toBeLessThan(300);
  return { answer, told: audits().filter(isOfCall) };
}

describe('the log of who changed whose authority', { timeout: 60_000 }, () => {
  it.each(Object.entries(audited) as [RouteName, AuditAction[]][])(
    'has a row and a line for %s, with the request and nothing but ids',
    async (name, actions) => {
      const { answer, told } = await auditsOf(name);
      expect(told.map(({ audit }) => audit)).toEqual(actions);
      const requestId = answer.headers.get('x-request-id');
      for (const line of told) {
        expect(line).toMatchObject({ requestId, userId: expect.stringMatching(id) });
        expectIdsOnly(line);
      }
      // Setting up demotes everybody.
      await server.app.storage.transaction((tx) => setRole(tx, root.userId as UserId, 'admin', 'manual'));
      const { items: rows } = (await root.get(`/v1/admin/audit?limit=${actions.length + 2}`)).body;
      const items = rows.filter(isOfCall).slice(0, actions.length);
      expect(items.map((row: Json) => row.action)).toEqual(actions.toReversed());
      for (const row of items) {
        expect(row).toMatchObject({
          actor: { type: 'user', id: told[0]?.['userId'] },
          target: { type: auditActions[row.action as AuditAction].target },
          addressGroup: '127.0.0.1',
          requestId,
        });
        if (row.target.type !== 'server') expect(row.target.id).toMatch(id);
        expectIdsOnly(row.details);
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
    const checked = [...Object.keys(audited), ...unaudited];
    expect(checked.toSorted()).toEqual(writing.map(([name]) => name).toSorted());
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
