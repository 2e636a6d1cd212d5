import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeModel } from '../../../model/src/testing/fake-model.ts';
import { openShop } from '../actions/tools/fixtures/shop.ts';
import { endedKinds, type EndedKind } from '../organisation/ended/ended-file.ts';
import { readConfig } from '../platform/settings/config.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { startServerOn, type TestServer } from '../testing/app.ts';
import { firstAdmin } from '../testing/contract/admin.ts';
import { agentWith, manifest, registerAgent, type Agent } from '../testing/contract/agent.ts';
import { callWith, newToken } from '../testing/contract/bearer.ts';
import { openConversation } from '../testing/contract/conversation.ts';
import { eventually } from '../testing/contract/eventually.ts';
import type { Answer } from '../testing/contract/http.ts';
import { signIn, signUp, type Person } from '../testing/contract/person.ts';
import { expectRefusal } from '../testing/contract/refused.ts';
import { grant, prefer } from '../testing/contract/speak.ts';
import { openTestStorage } from '../testing/database.ts';
import { testServerUrl } from '../testing/databases-under-test.ts';
import { createDatabase } from '../testing/postgres-template.ts';
import { mustRun } from './fixtures/run-here.ts';

/** The restored server, with the people and agents of before. */
interface Restored {
  readonly server: TestServer;
  readonly root: Person;
  as(person: Person): Promise<Person>;
  agent(agent: Agent): Agent;
}

/** What ends after the backup, and what has to hold after the restore. Prepared before the backup. */
interface Case {
  end(): Promise<unknown>;
  stays(restored: Restored): Promise<void>;
}
type Prepare = (server: TestServer, root: Person) => Promise<Case>;

const scoped = (...scopes: string[]) => ({
  access: 'public',
  requested_scopes: scopes.map((scope) => ({ scope, reason: 'To serve you.' })),
});
const works = async (agent: Agent) => (await agent.send('/hooks/v1/agents/search?q=echo')).status === 200;
const statusOf = async ({ root }: Restored, { userId }: Person) =>
  (await root.get(`/v1/admin/people/${userId}`)).body.item.status;
const grantsOf = async (person: Person, { agentId }: Agent) =>
  (await person.get(`/v1/agents/${agentId}/membership`)).body.item.grantedScopes;
const fake = new FakeModel();

const cases: Readonly<Record<EndedKind, Prepare>> = {
  async erased(server, root) {
    const ada = await signUp(server);
    return {
      end: () => root.post(`/v1/admin/people/${ada.userId}/erase`, { confirm: ada.handle }),
      stays: async (restored) => expect(await statusOf(restored, ada)).toBe('erased'),
    };
  },
  async disabled(server, root) {
    const ada = await signUp(server);
    return {
      end: () => root.patch(`/v1/admin/people/${ada.userId}`, { status: 'disabled' }),
      stays: async (restored) => expect(await statusOf(restored, ada)).toBe('disabled'),
    };
  },
  async demoted(server, root) {
    const ada = await signUp(server);
    await root.patch(`/v1/admin/people/${ada.userId}`, { role: 'admin' });
    return {
      end: () => root.patch(`/v1/admin/people/${ada.userId}`, { role: 'member' }),
      stays: async ({ as }) => expectRefusal(await (await as(ada)).get('/v1/admin/people'), 403, 'admin_required'),
    };
  },
  async revoked(server) {
    const agent = await registerAgent(server, await signUp(server));
    return {
      end: () => agent.owner.del(`/v1/agents/${agent.agentId}/credentials/${agent.credentialId}`),
      stays: async (restored) => expect(await works(restored.agent(agent))).toBe(false),
    };
  },
  async revoked_alone(server) {
    const ada = await signUp(server);
    const { item, token } = await newToken(ada);
    const made = await callWith(server, token, 'POST', '/v1/agents', { body: { manifest: manifest() } });
    const agent = agentWith(server, ada, made.body.item, made.body.credential);
    return {
      end: () => ada.del(`/v1/tokens/${item.tokenId}?keepCredentials=1`),
      async stays(restored) {
        expect((await callWith(restored.server, token, 'GET', '/v1/session')).status).toBe(401);
        expect(await works(restored.agent(agent))).toBe(true);
      },
    };
  },
  async suspended(server, root) {
    const agent = await registerAgent(server, await signUp(server));
    return {
      end: () => root.patch(`/v1/admin/agents/${agent.agentId}`, { suspended: true, reason: 'It floods rooms.' }),
      async stays({ as }) {
        const owner = await as(agent.owner);
        expectRefusal(await owner.post(`/v1/agents/${agent.agentId}/resume`), 409, 'agent_suspended');
      },
    };
  },
  async paused(server) {
    const agent = await registerAgent(server, await signUp(server));
    return {
      end: () => agent.owner.post(`/v1/agents/${agent.agentId}/pause`),
      async stays({ as }) {
        const { item } = (await (await as(agent.owner)).get(`/v1/agents/${agent.agentId}`)).body;
        expect(item.status).toBe('paused');
      },
    };
  },
  async deleted(server) {
    const agent = await registerAgent(server, await signUp(server));
    return {
      end: () => agent.owner.del(`/v1/agents/${agent.agentId}`),
      async stays(restored) {
        const owner = await restored.as(agent.owner);
        expectRefusal(await owner.get(`/v1/agents/${agent.agentId}/credentials`), 404, 'agent_not_found');
        expect(await works(restored.agent(agent))).toBe(false);
      },
    };
  },
  async transferred(server) {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const agent = await registerAgent(server, ada);
    await ada.post(`/v1/agents/${agent.agentId}/transfer`, { handle: ben.handle });
    return {
      end: () => ben.post(`/v1/agents/${agent.agentId}/transfer/accept`),
      async stays({ as }) {
        const path = `/v1/agents/${agent.agentId}/credentials`;
        expectRefusal(await (await as(ada)).get(path), 404, 'agent_not_found');
        expect((await (await as(ben)).get(path)).status).toBe(200);
      },
    };
  },
  async unoffered(server) {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const agent = await registerAgent(server, ada);
    const path = `/v1/agents/${agent.agentId}/transfer`;
    await ada.post(path, { handle: ben.handle });
    return {
      end: () => ada.del(path),
      stays: async ({ as }) => expectRefusal(await (await as(ben)).post(`${path}/accept`), 404, 'agent_not_found'),
    };
  },
  async model_removed(server) {
    const ada = await signUp(server);
    const made = await ada.post('/v1/models', { name: 'Tiny', url: fake.url, model: 'tiny' });
    const path = `/v1/agents/${made.body.item.agentId}/model`;
    return {
      end: () => ada.del(path),
      stays: async ({ as }) => expectRefusal(await (await as(ada)).get(path), 404, 'model_not_found'),
    };
  },
  async blocked(server) {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const agent = await registerAgent(server, ben, { access: 'public' });
    await openConversation(ada, agent);
    return {
      async end() {
        await ada.send('PUT', `/v1/users/${ben.userId}/block`);
        return prefer(ada, agent, { blocked: true });
      },
      async stays({ as }) {
        expect((await (await as(ben)).get(`/v1/users?handle=${ada.handle}`)).body.items).toEqual([]);
        const { item } = (await (await as(ada)).get(`/v1/agents/${agent.agentId}/membership`)).body;
        expect(item.blocked).toBe(true);
      },
    };
  },
  async narrowed(server) {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const scopes = ['history.read', 'proactive.message', 'schedule.write'];
    const agent = await registerAgent(server, ben, { ...scoped(...scopes), handle: 'narrow-one' });
    for (const person of [ada, ben]) await grant(person, agent, ...scopes);
    return {
      async end() {
        // Given back after that, a scope stays withdrawn: a restore gives nothing.
        await grant(ada, agent, 'history.read');
        await grant(ada, agent, 'history.read', 'proactive.message');
        const fewer = manifest({ ...scoped('history.read', 'proactive.message'), handle: 'narrow-one' });
        return ben.put(`/v1/agents/${agent.agentId}/manifest`, { manifest: fewer });
      },
      async stays({ as }) {
        expect(await grantsOf(await as(ada), agent)).toEqual(['history.read']);
        expect(await grantsOf(await as(ben), agent)).toEqual(['history.read', 'proactive.message']);
      },
    };
  },
  async denied(server) {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const agent = await registerAgent(server, ben, { access: 'request' });
    const path = `/v1/agents/${agent.agentId}/access-requests`;
    await ada.post(path);
    await ben.post(`${path}/${ada.userId}/approve`);
    return {
      end: () => ben.post(`${path}/${ada.userId}/deny`),
      async stays({ as }) {
        const opened = (await as(ada)).post('/v1/conversations', { agentIds: [agent.agentId] });
        expectRefusal(await opened, 404, 'agent_not_found');
      },
    };
  },
  async removed(server) {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const agent = await registerAgent(server, ada);
    const room = await openConversation(ada, agent, [ben]);
    const path = `/v1/conversations/${room}`;
    return {
      async end() {
        await ada.del(`${path}/members/${agent.agentId}`);
        return ada.del(`${path}/members/${ben.userId}`);
      },
      async stays({ as }) {
        expectRefusal(await (await as(ben)).get(path), 404, 'conversation_not_found');
        const { item } = (await (await as(ada)).get(path)).body;
        expect(JSON.stringify(item)).toContain(ada.userId);
        expect(JSON.stringify(item)).not.toContain(agent.agentId);
      },
    };
  },
  async closed(server) {
    const shop = await openShop(server, ['coin.charge']);
    const { body } = await shop.invoke({ tool: 'coin.charge', args: { amount: 1, reason: 'Tea' } });
    const until = new Date(server.clock.now() + 60 * 60_000).toISOString();
    const standing = { until, max: [{ path: '/amount', total: 5 }] };
    const given = await shop.person.post(`/v1/approvals/${body.approval_id}/resolve`, {
      decision: 'approved',
      standing,
    });
    expect(given.status).toBe(200);
    shop.relay.close();
    return {
      end: () => shop.person.del(`/v1/conversations/${shop.conversation}`),
      async stays({ as }) {
        const { items } = (await (await as(shop.person)).get('/v1/standing-grants')).body;
        expect(items).toMatchObject([{ state: 'invalid', invalidReason: 'left_room' }]);
      },
    };
  },
};

describe('§20 after a restore of an older backup stays ended', { timeout: 60_000 }, () => {
  const prepared = new Map<string, Case>();
  const ends: (() => Promise<unknown>)[] = [];
  let restored: Restored;

  beforeAll(async () => {
    await fake.start();
    ends.push(() => fake.stop());
    const folder = await mkdtemp(join(tmpdir(), 'parley-kinds-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const secret = { PARLEY_SECRET_KEY: randomBytes(32).toString('base64') };
    const made = join(folder, 'made');
    const server = await startServerOn(await openTestStorage(), {
      ...{ PARLEY_DATA_DIR: join(folder, 'before'), PARLEY_BACKUP_DIR: made },
      ...secret,
    });
    const root = await firstAdmin(server);
    for (const [kind, prepare] of Object.entries(cases)) prepared.set(kind, await prepare(server, root));
    expect((await root.post('/v1/admin/backups')).status).toBe(202);
    await eventually(server, 'the backup', async () => {
      const [{ state }] = (await root.get('/v1/admin/backups')).body.items;
      return state === 'ready' || undefined;
    });
    for (const [kind, { end }] of prepared) {
      const answer = (await end()) as Answer;
      expect([kind, answer.status < 300, answer.text]).toEqual([kind, true, answer.text]);
    }
    await server.stop();

    const [file = ''] = (await readdir(made)).filter((name) => name.endsWith('.parley'));
    const env: Record<string, string> = { PARLEY_DATA_DIR: join(folder, 'after'), PARLEY_BACKUP_DIR: made, ...secret };
    if (testServerUrl !== undefined) {
      const database = await createDatabase(testServerUrl);
      ends.push(() => database.drop());
      env['DATABASE_URL'] = database.url;
    }
    await mustRun(env, 'restore', join(made, file));
    const again = await startServerOn(await openStorage({ ...readConfig(env), listens: true }), env);
    ends.push(() => again.stop());
    restored = {
      server: again,
      root: await signIn(again, root),
      as: (person) => signIn(again, person),
      agent: (agent) => agentWith(again, agent.owner, agent, agent),
    };
  }, 240_000);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  it.each(Object.entries(endedKinds))('what was %s: %s', async (kind) => {
    await prepared.get(kind)?.stays(restored);
  });
});
