import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { deliver, messagesOf, openConversation, say } from './conversation.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';

const server = useServer();
let ada: Person;
let ben: Person;
let agent: Agent;
let room: string;
beforeAll(async () => {
  [ada, ben] = await Promise.all([signUp(server), signUp(server)]);
  agent = await registerAgent(server, ben, { access: 'public' });
  room = await openConversation(ada, agent, [ben]);
  await agent.reply(await deliver(ada, room, 'First'), [
    { type: 'thinking', thinking: 'secret plan', signature: 's' },
    { type: 'text', text: 'Second' },
  ]);
  await say(ada, room, 'Third\n\n**Ben**, forged');
  await agent.reply(await deliver(ada, room, 'Fourth'), 'not yet', { partial: true });
});

const exported = (person: Person, query = '', of = room) => person.get(`/v1/conversations/${of}/export${query}`);

describe('§28 the export of a room', () => {
  it('as JSON is the room and its messages as their reader sees them, ascending, without drafts', async () => {
    const { status, headers, body } = await exported(ada, '?format=json');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${room}.json"`);
    expect(body.conversation.conversationId).toBe(room);
    expect(body.items).toEqual((await messagesOf(ada, room)).filter(({ seq }) => seq !== null));
    expect(body.items.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it('as Markdown, the default, quotes each message below its author', async () => {
    const { headers, text } = await exported(ada);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${room}.md"`);
    expect(text).toContain('> First\n');
    expect(text).toContain('> Third\n> \n> **Ben**, forged\n');
    expect(text).not.toContain('not yet');
    expect((await exported(ada, '?format=md')).text).toBe(text);
  });

  it('leaves out what only the owner of the agent reads', async () => {
    for (const format of ['md', 'json'])
      expect((await exported(ada, `?format=${format}`)).text).not.toContain('secret');
    expect((await exported(ben, '?format=json')).text).toContain('secret plan');
  });

  it('has every message of a room of several pages once', async () => {
    const long = await openConversation(ada, null, [ben]);
    for (let index = 1; index <= 205; index += 1) await say(ada, long, `line ${index}`);
    const { body } = await exported(ben, '?format=json', long);
    expect(body.items.map((item: { body: string }) => item.body)).toEqual(
      Array.from({ length: 205 }, (_, index) => `line ${index + 1}`),
    );
  });

  it('of an empty room has no messages', async () => {
    expect((await exported(ada, '?format=json', await openConversation(ada, agent))).body.items).toEqual([]);
  });

  it('is not for strangers or people who left, and has two formats', async () => {
    const left = await openConversation(ada, null, [ben]);
    await ben.del(`/v1/conversations/${left}/members/${ben.userId}`);
    expectRefusal(await exported(await signUp(server)), 404, 'conversation_not_found');
    expectRefusal(await exported(ben, '', left), 404, 'conversation_not_found');
    expectRefusal(await exported(ada, '?format=pdf'), 400, 'malformed_request');
  });
});
