import { beforeAll, expect, it } from 'vitest';
import { useServer } from '../../testing/contract/server.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { deliver, openConversation } from '../../testing/contract/conversation.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';

const server = useServer();
let ada: Person;
let bob: Person;
let agent: Agent;
let room: string;

beforeAll(async () => {
  ada = await signUp(server, { displayName: 'Ada' });
  bob = await signUp(server);
  agent = await registerAgent(server, ada, {
    access: 'public',
    requested_scopes: [{ scope: 'coin.charge', reason: 'To be paid.' }],
  });
  room = await openConversation(ada, agent, [bob]);
  await ada.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes: ['coin.charge'] });
  const asked = await agent.send(
    '/hooks/v1/tools/invoke',
    {
      version: '1',
      in_reply_to_delivery_id: await deliver(ada, room, 'Pay it.'),
      requested_scope: 'coin.charge',
      tool: 'coin.charge',
      arguments: { amount: 3, reason: 'Zebrawood' },
    },
    { key: 'words-in-groups' },
  );
  expect(asked.body).toMatchObject({ approval_id: expect.any(String) });
});

const messages = async (person: Person) => (await person.get(`/v1/conversations/${room}/messages`)).body.items;
const asks = async (person: Person) =>
  (await messages(person)).flatMap(({ blocks }: { blocks: { type: string }[] }) =>
    blocks.filter(({ type }) => type === 'approval_request'),
  );

it('the words of a decision in a group are read by its person alone; others read whose it is', async () => {
  expect(await asks(ada)).toEqual([
    expect.objectContaining({ prompt: expect.stringContaining('Zebrawood'), kind: 'charge', coin_amount: 3 }),
  ]);
  expect(await asks(bob)).toEqual([
    { type: 'approval_request', prompt: 'This is for “Ada” to decide.', approval_id: expect.any(String) },
  ]);
  const [{ messageId }] = (await messages(bob)).slice(-1);
  const one = await bob.get(`/v1/conversations/${room}/messages/${messageId}`);
  expect(JSON.stringify(one.body)).not.toContain('Zebrawood');
});

it('they are in no preview, and no search of anybody finds them', async () => {
  for (const person of [ada, bob]) {
    expect(JSON.stringify((await person.get('/v1/conversations')).body)).not.toContain('Zebrawood');
    expect((await person.get('/v1/search/messages?q=Zebrawood')).body.items ?? []).toEqual([]);
  }
});

it('they are not in the message that says what was decided either', async () => {
  const [{ id }] = (await ada.get('/v1/approvals?state=pending')).body.items;
  expect((await ada.post(`/v1/approvals/${id}/resolve`, { decision: 'approved' })).status).toBe(200);
  expect((await messages(bob)).at(-1).body).toBe('“Ada” approved what the agent asked');
  for (const person of [ada, bob]) {
    expect(JSON.stringify((await person.get('/v1/conversations')).body)).not.toContain('Zebrawood');
    expect((await person.get('/v1/search/messages?q=Zebrawood')).body.items ?? []).toEqual([]);
  }
});
