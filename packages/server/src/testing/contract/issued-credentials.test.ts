import { beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin } from './admin.ts';
import { agentWith, manifest, registerAgent, type Agent } from './agent.ts';
import { callWith, newToken } from './bearer.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';

const server = useServer();
const day = 86_400_000;
let ada: Person;
let root: Person;

beforeAll(async () => {
  root = await firstAdmin(server);
  ada = await signUp(server);
});

/** Returns an agent that a token registered, with a second credential of the token and a third of a session. */
async function issued(person: Person, about: Json = {}) {
  const { token, item } = await newToken(person, { name: 'Deploys', ...about });
  const registered = await callWith(server, token, 'POST', '/v1/agents', { body: { manifest: manifest() } });
  const { agentId, handle, name } = registered.body.item;
  const path = `/v1/agents/${agentId}/credentials`;
  const second = await callWith(server, token, 'POST', path);
  const third = await person.post(path);
  const agents = [registered, second, third].map(({ body }) =>
    agentWith(server, person, { agentId, handle, name }, body.credential),
  ) as [Agent, Agent, Agent];
  return { tokenId: item.tokenId as string, agents, path };
}

/** Returns the status of each agent: 404 after a valid signature, because the delivery does not exist. */
const statuses = (agents: readonly Agent[]) =>
  Promise.all(agents.map(async (agent) => (await agent.reply(nobody('dlv'), `${Math.random()}`)).status));
const listed = async (person: Person, path: string): Promise<Json[]> => (await person.get(path)).body.items;

describe('§27 the credentials that a token made', () => {
  it('say so, whoever registered the agent by it, and no others do', async () => {
    const { tokenId, path } = await issued(ada);
    const issuedBy = { tokenId, name: 'Deploys' };
    expect((await listed(ada, path)).map((item) => item.issuedBy)).toEqual([null, issuedBy, issuedBy]);
  });

  it('are revoked with the token, and still say which it was', async () => {
    const { tokenId, agents, path } = await issued(ada);
    const other = await issued(ada);
    expect(await statuses(agents)).toEqual([404, 404, 404]);
    expect((await ada.del(`/v1/tokens/${tokenId}`)).status).toBe(204);
    expect(await statuses(agents)).toEqual([401, 401, 404]);
    expect(await statuses(other.agents)).toEqual([404, 404, 404]);
    for (const { agentId, credentialId } of agents.slice(0, 2)) {
      const audit = `/v1/admin/audit?action=credential.revoked&target=${credentialId}`;
      expect(await listed(root, audit)).toMatchObject([{ actor: { id: ada.userId }, details: { agentId } }]);
    }
    const items = await listed(ada, path);
    expect(items.map(({ revokedAt, issuedBy }) => [revokedAt === null, issuedBy?.tokenId ?? null])).toEqual([
      [true, null],
      [false, tokenId],
      [false, tokenId],
    ]);
  });

  it('stay where the token is deleted with ?keepCredentials=1', async () => {
    const { tokenId, agents } = await issued(ada);
    expectRefusal(await ada.del(`/v1/tokens/${tokenId}?keepCredentials=yes`), 400, 'malformed_request');
    expect((await ada.del(`/v1/tokens/${tokenId}?keepCredentials=1`)).status).toBe(204);
    expect(await statuses(agents)).toEqual([404, 404, 404]);
  });

  it('are not those that another person may revoke', async () => {
    const { tokenId, agents } = await issued(ada);
    expectRefusal(await (await signUp(server)).del(`/v1/tokens/${tokenId}`), 404, 'token_not_found');
    expect(await statuses(agents)).toEqual([404, 404, 404]);
  });

  it('are revoked by a new password, those of tokens that were deleted before among them', async () => {
    const ben = await signUp(server);
    const [one, two, own] = [await issued(ben), await issued(ben), await registerAgent(server, ben)];
    await ben.del(`/v1/tokens/${two.tokenId}?keepCredentials=1`);
    const passwords = { currentPassword: ben.password, newPassword: 'another long password' };
    expect((await ben.put('/v1/session/password', passwords)).status).toBe(204);
    expect(await statuses([...one.agents, ...two.agents, own])).toEqual([401, 401, 404, 401, 401, 404, 404]);
  });

  it('stay at a new password with keepCredentials, though the token ends', async () => {
    const ben = await signUp(server);
    const { agents, path } = await issued(ben);
    const passwords = { currentPassword: ben.password, newPassword: 'another long password' };
    expect((await ben.put('/v1/session/password', { ...passwords, keepCredentials: true })).status).toBe(204);
    expect(await statuses(agents)).toEqual([404, 404, 404]);
    expect((await ben.get('/v1/tokens')).body.items).toEqual([]);
    expect((await listed(ben, path))[1].issuedBy.name).toBe('Deploys');
  });

  it('stay where the token expires', async () => {
    const ben = await signUp(server);
    const { agents } = await issued(ben, { expiresInDays: 1 });
    await server.clock.leap(day + 1);
    expect(await statuses(agents)).toEqual([404, 404, 404]);
  });
});
