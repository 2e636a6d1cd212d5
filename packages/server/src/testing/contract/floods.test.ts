import { describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { deliver, openConversation } from './conversation.ts';
import { openDesk } from './desk.ts';
import type { Answer } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';

const hour = 3_600_000;
const on = { PARLEY_RATE_LIMIT: 'on', PARLEY_RATE_SESSION: '1000/s:1000', PARLEY_RATE_SIGN_UP: '1000/s:1000' };

const open = (person: Person, others: readonly Person[]) =>
  person.post('/v1/conversations', { userIds: others.map(({ userId }) => userId) });
const countBy = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const people = async (server: ReturnType<typeof useServer>, count: number) => {
  const made: Person[] = [];
  for (let at = 0; at < count; at++) made.push(await signUp(server));
  return made;
};

describe('§27 opening rooms with strangers', () => {
  const server = useServer({ ...on, PARLEY_RATE_NEW_CONTACTS: '3/h:3' });

  it('is bounded by the hour, with when to come back, and stores nothing beyond', async () => {
    const [ada, ...others] = (await people(server, 6)) as [Person, ...Person[]];
    const answers = await Promise.all(others.map((other) => open(ada, [other])));
    expect([countBy(answers, 201), countBy(answers, 429)]).toEqual([3, 2]);
    const refused = answers.find(({ status }) => status === 429)!;
    expectRefusal(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ada.get('/v1/conversations')).body.items).toHaveLength(3);
    await server.clock.leap(hour);
    expect((await open(ada, others)).status).toBe(201);
  });

  it('counts a room once, adding somebody like opening, and nobody with whom one shares a room', async () => {
    const [ada, ben, cat, dan, eve] = (await people(server, 5)) as [Person, Person, Person, Person, Person];
    const { conversationId } = (await open(ada, [ben, cat])).body.item;
    for (let times = 0; times < 4; times++) expect((await open(ada, [ben, cat])).status).toBe(201);
    const add = (person: Person) => ada.post(`/v1/conversations/${conversationId}/members`, { userId: person.userId });
    expect((await add(dan)).status).toBe(200);
    expect((await add(eve)).status).toBe(200);
    const [fay] = (await people(server, 1)) as [Person];
    expectRefusal(await add(fay), 429, 'rate_limited');
    expectRefusal(await open(ada, [ben, fay]), 429, 'rate_limited');
    expectRefusal(await ada.post('/v1/conversations', { userIds: ['usr_x'] }), 400, 'malformed_request');
    expect((await add(eve)).status).toBe(200);
  });
});

describe('§27 somebody with whom one was in a room', () => {
  const server = useServer({ ...on, PARLEY_RATE_NEW_CONTACTS: '1/h:1' });

  it('is no stranger, whichever of both has left it', async () => {
    const [ada, ben, cat, dan] = (await people(server, 4)) as [Person, Person, Person, Person];
    const { conversationId } = (await open(ada, [ben, cat])).body.item;
    for (const person of [ben, ada])
      expect((await person.del(`/v1/conversations/${conversationId}/members/${person.userId}`)).status).toBe(204);
    expectRefusal(await open(ada, [dan]), 429, 'rate_limited');
    expect((await open(ada, [cat])).status).toBe(201);
    expect((await open(ada, [ben])).status).toBe(201);
  });
});

describe('§27 the default bound of new contacts', () => {
  const server = useServer(on);

  it('lets 30 of 40 at once pass', async () => {
    const [ada, ...others] = (await people(server, 41)) as [Person, ...Person[]];
    const answers = await Promise.all(others.map((other) => open(ada, [other])));
    expect([countBy(answers, 201), countBy(answers, 429)]).toEqual([30, 10]);
  }, 60_000);
});

describe('§27 asking a person for approvals', () => {
  const server = useServer({ ...on, PARLEY_RATE_CREDENTIAL: '1000/s:1000', PARLEY_RATE_APPROVALS: '2/h:2' });
  const asked = { amount: 1, reason: 'Tea' };

  it('is bounded by the hour for each agent and person, after scope and policy, denied ones counted', async () => {
    const desk = await openDesk(server, ['coin.charge', 'clock.read']);
    const { approvalId } = await desk.ask('coin.charge', asked);
    await desk.resolve(approvalId, 'deny');
    expectRefusal(await desk.invoke('coin.charge', { amount: 'x' }), 400, 'arguments_invalid');
    await desk.ask('coin.charge', asked);
    const refused = await desk.invoke('coin.charge', asked);
    expectRefusal(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expectRefusal(await desk.invoke('identity.read', { fields: ['handle'] }), 403, 'scope_not_granted');
    expect((await desk.invoke('clock.now')).status).toBe(200);
    expect((await desk.person.get('/v1/approvals')).body.items).toHaveLength(2);
    await (await openDesk(server, ['coin.charge'])).ask('coin.charge', asked);
    await server.clock.leap(hour / 2);
    expect((await desk.invoke('coin.charge', asked)).status).toBe(200);
  });
});

describe('§27 the bound of approvals', () => {
  const server = useServer({ ...on, PARLEY_RATE_CREDENTIAL: '1000/s:1000', PARLEY_RATE_APPROVALS: '1/h:1' });

  it('counts each pair of agent and person alone', async () => {
    const [owner, ada, ben] = (await people(server, 3)) as [Person, Person, Person];
    const [clerk, baker] = [await chargingAgent(server, owner), await chargingAgent(server, owner)];
    const [ofAda, ofBen, byBaker] = [await asker(clerk, ada), await asker(clerk, ben), await asker(baker, ada)];
    expect((await ofAda()).status).toBe(200);
    expectRefusal(await ofAda(), 429, 'rate_limited');
    expect((await ofBen()).status).toBe(200);
    expect((await byBaker()).status).toBe(200);
    for (const again of [ofBen, byBaker]) expectRefusal(await again(), 429, 'rate_limited');
  });
});

describe('§27 the default bound of approvals', () => {
  const server = useServer({ ...on, PARLEY_RATE_CREDENTIAL: '1000/s:1000' });

  it('lets 20 of 22 at once pass, and one more after three minutes', async () => {
    const [owner, ada] = (await people(server, 2)) as [Person, Person];
    const ask = await asker(await chargingAgent(server, owner), ada);
    const answers = await Promise.all(Array.from({ length: 22 }, ask));
    expect([countBy(answers, 200), countBy(answers, 429)]).toEqual([20, 2]);
    await server.clock.leap(hour / 20);
    expect((await ask()).status).toBe(200);
    expectRefusal(await ask(), 429, 'rate_limited');
  });
});

describe('§27 PARLEY_RATE_LIMIT=off', () => {
  const bounds = { PARLEY_RATE_NEW_CONTACTS: '1/h:1', PARLEY_RATE_APPROVALS: '1/h:1' };
  const server = useServer({ PARLEY_RATE_LIMIT: 'off', ...bounds });

  it('lifts the bounds of new contacts and of approvals', async () => {
    const [ada, ...others] = (await people(server, 4)) as [Person, ...Person[]];
    for (const other of others) expect((await open(ada, [other])).status).toBe(201);
    const ask = await asker(await chargingAgent(server, ada), ada);
    for (let times = 0; times < 3; times++) expect((await ask()).status).toBe(200);
  });
});

const chargingAgent = (server: ReturnType<typeof useServer>, owner: Person): Promise<Agent> =>
  registerAgent(server, owner, {
    access: 'public',
    requested_scopes: [{ scope: 'coin.charge', reason: 'To be paid.' }],
  });

let asked = 0;
/** Gives an agent a message of a person who has granted it `coin.charge`. Returns what asks the person for a charge. */
async function asker(agent: Agent, person: Person): Promise<() => Promise<Answer>> {
  await person.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes: ['coin.charge'] });
  const deliveryId = await deliver(person, await openConversation(person, agent), 'please');
  return () => {
    asked += 1;
    const call = { version: '1', in_reply_to_delivery_id: deliveryId, requested_scope: 'coin.charge' };
    const body = { ...call, tool: 'coin.charge', arguments: { amount: 1, reason: `Tea ${asked}` } };
    return agent.send('/hooks/v1/tools/invoke', body, { key: `charge ${asked}` });
  };
}
