import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { png, uploaded } from './files.ts';
import type { Answer, Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody, time } from './shapes.ts';
import { grant, prefer } from './speak.ts';

const server = useServer();
let ada: Person;
let ben: Person;
let agent: Agent;
const requested_scopes = [{ scope: 'history.read', reason: 'To know what was said.' }];

beforeAll(async () => {
  [ada, ben] = [await signUp(server), await signUp(server)];
});
beforeEach(async () => {
  agent = await registerAgent(server, ada, { access: 'public', name: 'Clerk', requested_scopes });
});

const read = (conversation: string, query = '', by = agent): Promise<Answer> =>
  by.send(`/hooks/v1/conversations/${conversation}/messages${query}`);
const items = async (conversation: string, query = ''): Promise<Json[]> => {
  const answer = await read(conversation, query);
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  return answer.body.items;
};
const texts = async (conversation: string, query = '') => (await items(conversation, query)).map(({ text }) => text);
const seqs = async (conversation: string, query = '') => (await items(conversation, query)).map(({ seq }) => seq);

describe('§12 history', () => {
  it('has the entries of envelopes and their seq, ascending', async () => {
    const conversation = await openConversation(ada, agent);
    await grant(ada, agent, 'history.read');
    const deliveryId = await deliver(ada, conversation, 'hello');
    const { message_id } = (await agent.reply(deliveryId, 'good day')).body;
    const { status, body } = await read(conversation);
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          id: expect.stringMatching(/^msg_/),
          author: 'user',
          author_id: ada.userId,
          text: 'hello',
          created_at: expect.stringMatching(time),
          seq: 1,
        },
        {
          id: message_id,
          author: 'agent',
          author_id: agent.agentId,
          text: 'good day',
          created_at: expect.stringMatching(time),
          blocks: [{ type: 'text', text: 'good day' }],
          seq: 2,
        },
      ],
      next_cursor: null,
    });
  });

  it('holds a person’s messages only where that person granted it, and its own and the platform’s always', async () => {
    const conversation = await openConversation(ada, agent, [ben]);
    await grant(ada, agent, 'history.read');
    await say(ada, conversation, 'of ada');
    const deliveryId = await deliver(ben, conversation, 'of ben');
    await agent.reply(deliveryId, 'of the agent');
    const cyd = await signUp(server, { displayName: 'Cyd' });
    await ada.post(`/v1/conversations/${conversation}/members`, { userId: cyd.userId });
    expect(await texts(conversation)).toEqual(['of ada', 'of the agent', '“Cyd” joined the conversation.']);
    await grant(ben, agent, 'history.read');
    expect(await texts(conversation)).toContain('of ben');
    await grant(ada, agent);
    expect(await texts(conversation)).not.toContain('of ada');
  });

  it('leaves out a person who has blocked the agent', async () => {
    const conversation = await openConversation(ada, agent, [ben]);
    await grant(ada, agent, 'history.read');
    await grant(ben, agent, 'history.read');
    await say(ben, conversation, 'of ben');
    await say(ada, conversation, 'of ada');
    await prefer(ben, agent, { blocked: true });
    expect(await texts(conversation)).toEqual(['of ada']);
    await prefer(ben, agent, { blocked: false });
    expect(await texts(conversation)).toEqual(['of ben', 'of ada']);
  });

  it('has the words of blocks as texts too, but not of an attachment, as in envelopes', async () => {
    const conversation = await openConversation(ada, agent);
    await grant(ada, agent, 'history.read');
    await agent.reply(await deliver(ada, conversation, 'hello'), [
      { type: 'thinking', thinking: 'Hm.', signature: 's' },
      { type: 'text', text: 'Two\n**lines**' },
      { type: 'list', title: 'To do', items: ['One', 'Two'] },
    ]);
    const assetId = await uploaded(ada, png);
    await ada.post(`/v1/conversations/${conversation}/attachments`, { assetId });
    expect(await texts(conversation)).toEqual(['hello', 'Two\n**lines**\nTo do: One, Two', '']);
    expect((await items(conversation)).map(({ blocks = [] }) => blocks.map(({ type }: Json) => type))).toEqual([
      [],
      ['thinking', 'text', 'list'],
      ['image'],
    ]);
  });

  it('has no drafts', async () => {
    const conversation = await openConversation(ada, agent);
    await grant(ada, agent, 'history.read');
    const deliveryId = await deliver(ada, conversation, 'hello');
    await agent.reply(deliveryId, 'half a', { partial: true });
    expect(await texts(conversation)).toEqual(['hello']);
  });

  it('begins with the agent’s newest seat', async () => {
    const conversation = await openConversation(ada, agent, [ben]);
    await grant(ada, agent, 'history.read');
    await say(ada, conversation, 'before');
    await ada.del(`/v1/conversations/${conversation}/members/${agent.agentId}`);
    await say(ada, conversation, 'between');
    expectRefusal(await read(conversation), 404, 'conversation_not_found');
    await ada.post(`/v1/conversations/${conversation}/members`, { agentId: agent.agentId });
    await say(ada, conversation, 'after');
    expect(await texts(conversation)).toEqual(['“Clerk” joined the conversation.', 'after']);
    expect(await texts(conversation, '?after=0')).toEqual(['“Clerk” joined the conversation.', 'after']);
    expect(await texts(conversation, '?before=4')).toEqual([]);
  });

  it('does not move the seat when people come and go', async () => {
    const conversation = await openConversation(ada, agent, [ben]);
    await grant(ada, agent, 'history.read');
    await say(ada, conversation, 'before');
    await ada.del(`/v1/conversations/${conversation}/members/${ben.userId}`);
    expect((await texts(conversation))[0]).toBe('before');
  });

  it('begins where another agent’s seat ended', async () => {
    const other = await registerAgent(server, ada, { access: 'public', requested_scopes });
    const conversation = await openConversation(ada, other, [ben]);
    await grant(ada, agent, 'history.read');
    await grant(ada, other, 'history.read');
    await say(ada, conversation, 'to the other');
    await ada.del(`/v1/conversations/${conversation}/members/${other.agentId}`);
    await ada.post(`/v1/conversations/${conversation}/members`, { agentId: agent.agentId });
    expect(await texts(conversation)).toEqual(['“Clerk” joined the conversation.']);
    expectRefusal(await read(conversation, '', other), 404, 'conversation_not_found');
  });

  it('is 403 in a direct room without the grant, and after a block', async () => {
    const conversation = await openConversation(ada, agent);
    await say(ada, conversation, 'hello');
    const refused = await read(conversation);
    expectRefusal(refused, 403, 'scope_not_granted');
    expect(refused.body.error.hint).toContain('history.read');
    await grant(ada, agent, 'history.read');
    expect((await read(conversation)).status).toBe(200);
    await prefer(ada, agent, { blocked: true });
    const blocked = await read(conversation);
    expectRefusal(blocked, 403, 'scope_not_granted');
    expect(blocked.body.error.hint).toBe(refused.body.error.hint);
  });

  it('is 403 in a direct room once the manifest asks for it no more', async () => {
    const conversation = await openConversation(ada, agent);
    await grant(ada, agent, 'history.read');
    const { handle, name } = agent;
    const manifest = { version: '1', handle, name, description: 'x', transport: 'relay', requested_scopes: [] };
    const changed = await ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest });
    expect(changed.status).toBe(200);
    expectRefusal(await read(conversation), 403, 'scope_not_granted');
  });

  it.each(['an unknown room', 'no id', 'a room without a seat', 'a room that is gone'])(
    'is 404 for %s',
    async (name) => {
      const gone = await openConversation(ada, agent);
      await grant(ada, agent, 'history.read');
      await ada.del(`/v1/conversations/${gone}`);
      const conversations: Record<string, string> = {
        'an unknown room': nobody('cnv'),
        'no id': 'cnv_1',
        'a room without a seat': await openConversation(ada, null, [ben]),
        'a room that is gone': gone,
      };
      expectRefusal(await read(conversations[name] ?? ''), 404, 'conversation_not_found');
    },
  );

  it('needs a signature', async () => {
    const conversation = await openConversation(ada, agent);
    const path = `/hooks/v1/conversations/${conversation}/messages`;
    expectRefusal(await agent.send(path, undefined, { signature: 't=1,v1=00' }), 401, 'unauthorized');
    expectRefusal(await ada.get(path), 401, 'unauthorized');
  });
});

describe('§12 pages of a history', () => {
  let conversation: string;
  beforeEach(async () => {
    conversation = await openConversation(ada, agent, [ben]);
    await grant(ada, agent, 'history.read');
    for (let n = 1; n <= 9; n += 1) await say(n % 2 === 0 ? ben : ada, conversation, `${n}`);
  });

  it('count only what may be read', async () => {
    expect(await seqs(conversation, '?limit=2')).toEqual([7, 9]);
    expect(await seqs(conversation, '?limit=2&before=7')).toEqual([3, 5]);
    expect(await seqs(conversation, '?limit=2&after=3')).toEqual([5, 7]);
    expect(await seqs(conversation, '?after=9')).toEqual([]);
    expect(await seqs(conversation, '?before=1')).toEqual([]);
  });

  it.each([
    ['', [[7, 9], [3, 5], [1]]],
    ['after=0', [[1, 3], [5, 7], [9]]],
  ])('go on by their cursor: %s', async (begin, wanted) => {
    const pages: number[][] = [];
    let query = `?limit=2&${begin}`;
    for (;;) {
      const { body } = await read(conversation, query);
      pages.push(body.items.map((item: Json) => item.seq));
      if (body.next_cursor === null) break;
      query = `?limit=2&cursor=${body.next_cursor}`;
    }
    expect(pages).toEqual(wanted);
  });

  it.each(['?before=2&after=1', '?before=x', '?limit=0', '?cursor=!', '?after=-1'])('refuse %s', async (query) => {
    expectRefusal(await read(conversation, query), 400, 'malformed_request');
  });

  it('end before they pass 1 MiB', async () => {
    const long = 'ß'.repeat(10_000);
    for (let n = 0; n < 60; n += 1) await say(ada, conversation, long);
    const { text, body } = await read(conversation, '?limit=200');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
    expect(body.items.length).toBeGreaterThan(40);
    expect(body.items.at(-1).seq).toBe(69);
    const next = await read(conversation, `?limit=200&cursor=${body.next_cursor}`);
    expect(next.body.items.at(-1).seq).toBe(body.items[0].seq - 1);
  });
});
