import { beforeAll, describe, expect, it } from 'vitest';
import { agentWith, registerAgent, type Agent, type Credential } from './agent.ts';
import { eventually } from './eventually.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { deliver, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody, time } from './shapes.ts';

const server = useServer();
let ada: Person;

beforeAll(async () => {
  ada = await signUp(server);
});

const pathOf = (agent: Agent) => `/v1/agents/${agent.agentId}/credentials`;
const issue = async (agent: Agent): Promise<Credential> => (await ada.post(pathOf(agent))).body.credential;
const revoke = (agent: Agent, credentialId: string) => ada.del(`${pathOf(agent)}/${credentialId}`);
/** A correctly signed call for a delivery that does not exist. */
const statusOf = async (agent: Agent) => (await agent.reply(nobody('dlv'), `${Math.random()}`)).status;

describe('§3 credentials', () => {
  it('are issued with a secret, and only then', async () => {
    const agent = await registerAgent(server, ada);
    const { status, body } = await ada.post(pathOf(agent));
    expect(status).toBe(201);
    expect(body).toEqual({
      credential: {
        credentialId: expect.stringMatching(idOf('cred')),
        secret: expect.stringMatching(/^[\w-]{43}$/),
        webhookSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    });
    const bytes = Buffer.from(body.credential.secret, 'base64url');
    expect(body.credential.webhookSecret).toBe(`whsec_${bytes.toString('base64')}`);
    expect((await ada.get(pathOf(agent))).text).not.toContain(body.credential.secret);
  });

  it('are listed with their times', async () => {
    const agent = await registerAgent(server, ada);
    const { body } = await ada.get(pathOf(agent));
    expect(body.items).toEqual([
      {
        credentialId: agent.credentialId,
        createdAt: expect.stringMatching(time),
        lastUsedAt: null,
        revokedAt: null,
        issuedBy: null,
      },
    ]);
  });

  it('show when they were last used', async () => {
    const agent = await registerAgent(server, ada);
    await statusOf(agent);
    const used = await eventually(server, 'lastUsedAt', async () => {
      await statusOf(agent);
      return (await ada.get(pathOf(agent))).body.items[0].lastUsedAt;
    });
    expect(used).toMatch(time);
  });

  it('work side by side', async () => {
    const agent = await registerAgent(server, ada);
    const second = agentWith(server, ada, agent, await issue(agent));
    expect(await statusOf(agent)).toBe(404);
    expect(await statusOf(second)).toBe(404);
  });

  it('do not sign for each other', async () => {
    const agent = await registerAgent(server, ada);
    const second = await issue(agent);
    const mixed = agentWith(server, ada, agent, { credentialId: agent.credentialId, secret: second.secret });
    expect(await statusOf(mixed)).toBe(401);
  });

  it('end at once where they are revoked, and keep their place in the list', async () => {
    const agent = await registerAgent(server, ada);
    const second = agentWith(server, ada, agent, await issue(agent));
    const answer = await revoke(agent, agent.credentialId);
    expect(answer.status).toBe(204);
    expect(await statusOf(agent)).toBe(401);
    expect(await statusOf(second)).toBe(404);
    const { items } = (await ada.get(pathOf(agent))).body;
    const revoked = items.find((item: Json) => item.credentialId === agent.credentialId);
    expect(revoked.revokedAt).toMatch(time);
  });

  it('are at most five live ones; a revoked one makes room', async () => {
    const agent = await registerAgent(server, ada);
    for (let index = 0; index < 4; index += 1) expect((await ada.post(pathOf(agent))).status).toBe(201);
    const sixth = await ada.post(pathOf(agent));
    expect(sixth.status).toBe(409);
    expect(sixth.body.error.code).toBe('too_many_credentials');
    await revoke(agent, agent.credentialId);
    expect((await ada.post(pathOf(agent))).status).toBe(201);
  });

  it('are at most five also where ten are asked for at once', async () => {
    const agent = await registerAgent(server, ada);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ada.post(pathOf(agent))));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(4);
  });

  it('cannot be revoked where they are not there, or another agent’s', async () => {
    const [agent, other] = [await registerAgent(server, ada), await registerAgent(server, ada)];
    expect((await revoke(agent, nobody('cred'))).status).toBe(404);
    expect((await revoke(agent, other.credentialId)).status).toBe(404);
    expect(await statusOf(other)).toBe(404);
  });

  it('decide whether an agent is live: without any it cannot be seated', async () => {
    const agent = await registerAgent(server, ada);
    await revoke(agent, agent.credentialId);
    const answer = await ada.post('/v1/conversations', { agentIds: [agent.agentId] });
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('agent_not_found');
    await issue(agent);
    expect((await ada.post('/v1/conversations', { agentIds: [agent.agentId] })).status).toBe(201);
  });

  it('sign deliveries by the newest live one, named in Authorization', async () => {
    const agent = await registerAgent(server, ada);
    const conversation = await openConversation(ada, agent);
    const newest = await issue(agent);
    const second = agentWith(server, ada, agent, newest);
    const stream = await second.stream();
    await deliver(ada, conversation, 'signed by the newest');
    const [first] = await stream.awaitDeliveries(1);
    expect(first?.data.authorization).toBe(`HMAC ${agent.agentId}/${newest.credentialId}`);
    expect(first?.genuine).toBe(true);
    stream.close();

    await revoke(agent, newest.credentialId);
    const again = await agent.stream();
    const deliveryId = await deliver(ada, conversation, 'signed by the one that is left');
    const all = await eventually(server, 'the delivery', () =>
      again.deliveries().find((delivery) => delivery.data.delivery_id === deliveryId),
    );
    expect(all.data.authorization).toBe(agent.authorization);
    expect(all.genuine).toBe(true);
    again.close();
  });
});
