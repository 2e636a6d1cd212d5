import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { registerAgent, type Agent } from '../../../testing/contract/agent.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import { deliver, openConversation, say } from '../../../testing/contract/conversation.ts';
import { grant } from '../../../testing/contract/speak.ts';

const requested_scopes = [{ scope: 'history.read', reason: 'To know what was said.' }];
let server: TestServer;
let ada: Person;
let ben: Person;
let agent: Agent;
let conversation: string;
beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [await signUp(server), await signUp(server)];
  agent = await registerAgent(server, ada, { access: 'public', requested_scopes });
  conversation = await openConversation(ada, agent, [ben]);
  await grant(ada, agent, 'history.read');
});
afterAll(() => server.stop());

const read = async (query: string) =>
  (await agent.send(`/hooks/v1/conversations/${conversation}/messages${query}`)).body;

/** Inserts `count` messages of a person who has not granted `history.read`. */
async function sayMany(count: number): Promise<void> {
  const { db } = server.app.storage;
  await sql`
    insert into messages (message_id, conversation_id, seq, author_type, author_id, body, blocks, proactive, created_at)
    select 'msg_' || seq, ${conversation}, seq, 'user', ${ben.userId}, 'x', '[]', false, now()
    from conversations c, generate_series(c.last_seq + 1, c.last_seq + ${count}) as seq
    where c.conversation_id = ${conversation}`.execute(db);
  await sql`update conversations set last_seq = last_seq + ${count} where conversation_id = ${conversation}`.execute(
    db,
  );
}

it('§12 a page of history looks at 5,000 messages at most, and its cursor goes on behind them', async () => {
  await say(ada, conversation, 'first');
  await sayMany(12_000);
  await say(ada, conversation, 'last');

  const begin: Record<string, string[][]> = { '': [['last'], [], ['first']], '?after=0': [['first'], [], ['last']] };
  for (const [query, wanted] of Object.entries(begin)) {
    const pages: string[][] = [];
    for (let page = await read(query); ; page = await read(`?cursor=${page.next_cursor}`)) {
      pages.push(page.items.map(({ text }: { text: string }) => text));
      if (page.next_cursor === null) break;
    }
    expect(pages).toEqual(wanted);
  }
});

it('§11 in a group, the person of the delivery that history is read for is asked for the grant, once', async () => {
  const scopeAsks = async (person: Person) =>
    (await person.get('/v1/waiting')).body.items
      .flatMap(({ kind, scopes }: { kind: string; scopes: object[] }) => (kind === 'consent' ? scopes : []))
      .filter(({ triedAt }: { triedAt: string | null }) => triedAt !== null);
  const other = await openConversation(ada, agent, [ben]);
  const foreign = await deliver(ben, other, 'elsewhere');
  const delivery = await deliver(ben, conversation, 'for me');
  for (const query of ['', `?delivery_id=${foreign}`, '?delivery_id=nothing']) {
    expect((await read(query)).items).toBeDefined();
    expect(await scopeAsks(ben)).toEqual([]);
  }
  await read(`?delivery_id=${await deliver(ada, conversation, 'for ada')}`);
  await read(`?delivery_id=${delivery}`);
  expect([await scopeAsks(ada), await scopeAsks(ben)]).toMatchObject([[], [{ scope: 'history.read' }]]);
  await ben.put(`/v1/agents/${agent.agentId}/membership/not-now`, { scopes: ['history.read'] });
  const asked = await scopeAsks(ben);
  await read(`?delivery_id=${delivery}`);
  expect(await scopeAsks(ben)).toEqual(asked);
});

it('§11 a history read is a use of the grants that it rests on', async () => {
  const uses = async (person: Person) => (await person.get('/v1/grants')).body.items;
  const before = (await uses(ada))[0].uses;
  await read('?limit=1');
  expect(await uses(ada)).toMatchObject([{ scope: 'history.read', uses: before + 1, lastUsedAt: expect.any(String) }]);
  expect(await uses(ben)).toEqual([]);

  const direct = await openConversation(ben, agent);
  await agent.send(`/hooks/v1/conversations/${direct}/messages`);
  await grant(ben, agent, 'history.read');
  await agent.send(`/hooks/v1/conversations/${direct}/messages`);
  expect(await uses(ben)).toMatchObject([{ scope: 'history.read', uses: 1 }]);
});
