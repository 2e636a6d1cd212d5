import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Agent } from '@parley/agent-sdk';
import { parley } from '../testing/cli.ts';
import { freshHandle, startRealServer, type RealServer } from '../testing/server.ts';

let server: RealServer;
let agent: Agent;
let handle: string;
let grantId: string;

beforeAll(async () => {
  server = await startRealServer();
  handle = freshHandle('shop');
  const manifest = { version: '1', handle, name: 'Shop', description: 'Sells plants.', transport: 'relay' };
  const requested_scopes = [{ scope: 'coin.charge', reason: 'To sell plants.' }];
  const { item, credential } = await server.call('POST', '/v1/agents', { manifest: { ...manifest, requested_scopes } });
  const { agentId } = item;
  const { credentialId, secret } = credential;
  agent = new Agent({ baseUrl: server.baseUrl, agentId, credentialId, secret, log: () => undefined });
  agent.on('message.created', async (ctx) => {
    const { outcome } = await ctx.invoke('coin.charge', { amount: Number(ctx.text), reason: 'Soil' });
    await ctx.reply(outcome);
  });
  await agent.startRelay();
  const room = await server.call('POST', '/v1/conversations', { agentIds: [agentId] });
  await server.call('PUT', `/v1/agents/${agentId}/membership/grants`, { scopes: ['coin.charge'] });
  const pay = (amount: number) =>
    server.call('POST', `/v1/conversations/${room.item.conversationId}/messages`, { text: String(amount) });
  await pay(3);
  const approval = await vi.waitFor(
    async () => {
      const { items } = await server.call('GET', '/v1/approvals?state=pending');
      expect(items).toHaveLength(1);
      return items[0];
    },
    { timeout: 30_000 },
  );
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const standing = { until, uses: 5, max: [{ path: '/amount', total: 20 }], equal: ['/reason'] };
  const body = { decision: 'approved', standing };
  ({ grantId } = (await server.call('POST', `/v1/approvals/${approval.id}/resolve`, body)).standingGrant);
  await pay(4);
  const used = async () => (await server.call('GET', `/v1/standing-grants/${grantId}`)).item.used;
  await vi.waitFor(async () => expect(await used()).toBe(2), { timeout: 30_000 });
}, 180_000);

afterAll(async () => {
  await agent.stop();
  await server.stop();
});

const run = (...args: string[]) => parley(args, { env: server.env });

describe('parley grant', { timeout: 60_000 }, () => {
  it('lists what agents may do without asking, with what is left', async () => {
    const { stdout } = await run('grant', 'list');
    const [head, row] = stdout.trim().split('\n');
    expect(head).toMatch(/^ID +AGENT +TOOL +STATE +LEFT +UNTIL$/);
    expect(row).toMatch(
      new RegExp(`^${grantId} +${handle} +coin.charge +active +13 of 20 /amount, 3 of 5 uses +\\d{4}-`),
    );
    const ofAgent = await run('grant', 'list', '--agent', handle, '--state', 'all', '--json');
    expect(ofAgent.json().items).toMatchObject([{ grantId }]);
    expect((await run('grant', 'list', '--state', 'spent')).stderr).toContain('There are none.');
    const wrong = await run('grant', 'list', '--state', 'gone');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('state_invalid')]);
  });

  it('shows the bounds of one, and the calls that it covered, newest first', async () => {
    const { stdout } = await run('grant', 'show', grantId);
    expect(stdout).toMatch(/^same \/reason +"Soil"$/m);
    expect(stdout).toMatch(/^most \/amount +20 in all, 7 spent$/m);
    expect(stdout.trim().split('\n').slice(-2)).toEqual([
      expect.stringMatching(/succeeded +\{"amount":4,/),
      expect.stringMatching(/succeeded +\{"amount":3,/),
    ]);
    const one = (await run('grant', 'show', grantId, '-n', '1', '--json')).json();
    expect([one.item.grantId, one.uses.length]).toEqual([grantId, 1]);
    expect((await run('grant', 'show', grantId, '-n', '0')).code).toBe(2);
  });

  it('counts what was asked, and what ran without asking', async () => {
    const { stdout } = await run('attention');
    expect(stdout).toMatch(new RegExp(`^${handle} +1 +1 +0 +0 +1 +\\d+ s`, 'm'));
    const own = await run('attention', '--agent', handle, '--days', '30', '--json');
    expect([own.json(), own.stderr]).toEqual([{ item: null }, expect.stringContaining('fewer than five people')]);
    expect((await run('attention', '--days', '8')).stderr).toContain('days_invalid');
  });

  it('ends one, and says what it does not know', async () => {
    expect((await run('grant', 'end', grantId, '--json')).json().item).toMatchObject({ state: 'revoked' });
    expect((await run('grant', 'list', '--json')).json().items).toEqual([]);
    const unknown = await run('grant', 'end', 'sgr_01ARZ3NDEKTSV4RRFFQ69G5FAV');
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('grant_not_found')]);
  });
});
