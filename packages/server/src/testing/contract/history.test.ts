import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { png, uploaded } from './files.ts';
import type { Answer, Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, openRoom, say } from './room.ts';
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

const read = (room: string, query = '', by = agent): Promise<Answer> =>
  by.send(`/hooks/v1/conversations/${room}/messages${query}`);
const items = async (room: string, query = ''): Promise<Json[]> => {
  const answer = await read(room, query);
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  return answer.body.items;
};
const texts = async (room: string, query = '') => (await items(room, query)).map(({ text }) => text);
const seqs = async (room: string, query = '') => (await items(room, query)).map(({ seq }) => seq);

describe('§12 history', () => {
  it('has the entries of envelopes and their seq, ascending', async () => {
    const room = await openRoom(ada, agent);
    await grant(ada, agent, 'history.read');
    const deliveryId = await deliver(ada, room, 'hello');
    const { message_id } = (await agent.reply(deliveryId, 'good day')).body;
    const { status, body } = await read(room);
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
    const room = await openRoom(ada, agent, [ben]);
    await grant(ada, agent, 'history.read');
    await say(ada, room, 'of ada');
    const deliveryId = await deliver(ben, room, 'of ben');
    await agent.reply(deliveryId, 'of the agent');
    const cyd = await signUp(server, { displayName: 'Cyd' });
    await ada.post(`/v1/conversations/${room}/members`, { userId: cyd.userId });
    expect(await texts(room)).toEqual(['of ada', 'of the agent', 'Cyd joined the conversation.']);
    await grant(ben, agent, 'history.read');
    expect(await texts(room)).toContain('of ben');
    await grant(ada, agent);
    expect(await texts(room)).not.toContain('of ada');
  });

  it('leaves out a person who has blocked the agent', async () => {
    const room = await openRoom(ada, agent, [ben]);
    await grant(ada, agent, 'history.read');
    await grant(ben, agent, 'history.read');
    await say(ben, room, 'of ben');
    await say(ada, room, 'of ada');
    await prefer(ben, agent, { blocked: true });
    expect(await texts(room)).toEqual(['of ada']);
    await prefer(ben, agent, { blocked: false });
    expect(await texts(room)).toEqual(['of ben', 'of ada']);
  });

  it('has the words of blocks as texts too, but not of an attachment, as in envelopes', async () => {
    const room = await openRoom(ada, agent);
    await grant(ada, agent, 'history.read');
    await agent.reply(await deliver(ada, room, 'hello'), [
      { type: 'thinking', thinking: 'Hm.', signature: 's' },
      { type: 'text', text: 'Two\n**lines**' },
      { type: 'list', title: 'To do', items: ['One', 'Two'] },
    ]);
    const assetId = await uploaded(ada, png);
    await ada.post(`/v1/conversations/${room}/attachments`, { assetId });
    expect(await texts(room)).toEqual(['hello', 'Two\n**lines**\nTo do: One, Two', '']);
    expect((await items(room)).map(({ blocks = [] }) => blocks.map(({ type }: Json) => type))).toEqual([
      [],
      ['thinking', 'text', 'list'],
      ['image'],
    ]);
  });

  it('has no drafts', async () => {
    const room = await openRoom(ada, agent);
    await grant(ada, agent, 'history.read');
    const deliveryId = await deliver(ada, room, 'hello');
    await agent.reply(deliveryId, 'half a', { partial: true });
    expect(await texts(room)).toEqual(['hello']);
  });

  it('begins with the agent’s newest seat', async () => {
    const room = await openRoom(ada, agent, [ben]);
    await grant(ada, agent, 'history.read');
    await say(ada, room, 'before');
    await ada.del(`/v1/conversations/${room}/members/${agent.agentId}`);
    await say(ada, room, 'between');
    expectRefusal(await read(room), 404, 'conversation_not_found');
    await ada.post(`/v1/conversations/${room}/members`, { agentId: agent.agentId });
    await say(ada, room, 'after');
    expect(await texts(room)).toEqual(['Clerk joined the conversation.', 'after']);
    expect(await texts(room, '?after=0')).toEqual(['Clerk joined the conversation.', 'after']);
    expect(await texts(room, '?before=4')).toEqual([]);
  });

  it('does not move the seat when people come and go', async () => {
    const room = await openRoom(ada, agent, [ben]);
    await grant(ada, agent, 'history.read');
    await say(ada, room, 'before');
    await ada.del(`/v1/conversations/${room}/members/${ben.userId}`);
    expect((await texts(room))[0]).toBe('before');
  });

  it('begins where another agent’s seat ended', async () => {
    const other = await registerAgent(server, ada, { access: 'public', requested_scopes });
    const room = await openRoom(ada, other, [ben]);
    await grant(ada, agent, 'history.read');
    await grant(ada, other, 'history.read');
    await say(ada, room, 'to the other');
    await ada.del(`/v1/conversations/${room}/members/${other.agentId}`);
    await ada.post(`/v1/conversations/${room}/members`, { agentId: agent.agentId });
    expect(await texts(room)).toEqual(['Clerk joined the conversation.']);
    expectRefusal(await read(room, '', other), 404, 'conversation_not_found');
  });

  it('is 403 in a direct room without the grant, and after a block', async () => {
    const room = await openRoom(ada, agent);
    await say(ada, room, 'hello');
    const refused = await read(room);
    expectRefusal(refused, 403, 'scope_not_granted');
    expect(refused.body.error.hint).toContain('history.read');
    await grant(ada, agent, 'history.read');
    expect((await read(room)).status).toBe(200);
    await prefer(ada, agent, { blocked: true });
    const blocked = await read(room);
    expectRefusal(blocked, 403, 'scope_not_granted');
    expect(blocked.body.error.hint).toBe(refused.body.error.hint);
  });

  it('is 403 in a direct room once the manifest asks for it no more', async () => {
    const room = await openRoom(ada, agent);
    await grant(ada, agent, 'history.read');
    const { handle, name } = agent;
    const manifest = { version: '1', handle, name, description: 'x', transport: 'relay', requested_scopes: [] };
    const changed = await ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest });
    expect(changed.status).toBe(200);
    expectRefusal(await read(room), 403, 'scope_not_granted');
  });

  it.each(['an unknown room', 'no id', 'a room without a seat', 'a room that is gone'])(
    'is 404 for %s',
    async (name) => {
      const gone = await openRoom(ada, agent);
      await grant(ada, agent, 'history.read');
      await ada.del(`/v1/conversations/${gone}`);
      const rooms: Record<string, string> = {
        'an unknown room': nobody('cnv'),
        'no id': 'cnv_1',
        'a room without a seat': await openRoom(ada, null, [ben]),
        'a room that is gone': gone,
      };
      expectRefusal(await read(rooms[name] ?? ''), 404, 'conversation_not_found');
    },
  );

  it('needs a signature', async () => {
    const room = await openRoom(ada, agent);
    const path = `/hooks/v1/conversations/${room}/messages`;
    expectRefusal(await agent.send(path, undefined, { signature: 't=1,v1=00' }), 401, 'unauthorized');
    expectRefusal(await ada.get(path), 401, 'unauthorized');
  });
});

describe('§12 pages of a history', () => {
  let room: string;
  beforeEach(async () => {
    room = await openRoom(ada, agent, [ben]);
    await grant(ada, agent, 'history.read');
    for (let n = 1; n <= 9; n += 1) await say(n % 2 === 0 ? ben : ada, room, `${n}`);
  });

  it('count only what may be read', async () => {
    expect(await seqs(room, '?limit=2')).toEqual([7, 9]);
    expect(await seqs(room, '?limit=2&before=7')).toEqual([3, 5]);
    expect(await seqs(room, '?limit=2&after=3')).toEqual([5, 7]);
    expect(await seqs(room, '?after=9')).toEqual([]);
    expect(await seqs(room, '?before=1')).toEqual([]);
  });

  it.each([
    ['', [[7, 9], [3, 5], [1]]],
    ['after=0', [[1, 3], [5, 7], [9]]],
  ])('go on by their cursor: %s', async (begin, wanted) => {
    const pages: number[][] = [];
    let query = `?limit=2&${begin}`;
    for (;;) {
      const { body } = await read(room, query);
      pages.push(body.items.map((item: Json) => item.seq));
      if (body.next_cursor === null) break;
      query = `?limit=2&cursor=${body.next_cursor}`;
    }
    expect(pages).toEqual(wanted);
  });

  it.each(['?before=2&after=1', '?before=x', '?limit=0', '?cursor=!', '?after=-1'])('refuse %s', async (query) => {
    expectRefusal(await read(room, query), 400, 'malformed_request');
  });

  it('end before they pass 1 MiB', async () => {
    const long = 'ß'.repeat(10_000);
    for (let n = 0; n < 60; n += 1) await say(ada, room, long);
    const { text, body } = await read(room, '?limit=200');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
    expect(body.items.length).toBeGreaterThan(40);
    expect(body.items.at(-1).seq).toBe(69);
    const next = await read(room, `?limit=200&cursor=${body.next_cursor}`);
    expect(next.body.items.at(-1).seq).toBe(body.items[0].seq - 1);
  });
});
