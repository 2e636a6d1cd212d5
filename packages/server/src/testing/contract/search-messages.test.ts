import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';
import { prefer } from './speak.ts';

const server = useServer();
let ada: Person;
let ben: Person;
let agent: Agent;

beforeAll(async () => {
  [ada, ben] = await Promise.all([signUp(server, { displayName: 'Ada' }), signUp(server)]);
  agent = await registerAgent(server, ben, { access: 'public', name: 'Clerk' });
});

const search = (person: Person, q: string, more: Record<string, string> = {}) =>
  person.get(`/v1/search/messages?${new URLSearchParams({ q, ...more }).toString()}`);
async function find(person: Person, q: string, more: Record<string, string> = {}): Promise<Json> {
  const answer = await search(person, q, more);
  expect(answer.status).toBe(200);
  return answer.body;
}
const idsFor = async (person: Person, q: string, more: Record<string, string> = {}): Promise<string[]> =>
  (await find(person, q, more)).items.map((item: Json) => item.messageId);

/** Makes an agent answer in a new conversation of this person. */
async function answered(blocks: Json[], person = ada): Promise<{ conversation: string; messageId: string }> {
  const conversation = await openConversation(person, agent);
  const { body } = await agent.reply(await deliver(person, conversation, 'Tell me.'), blocks);
  return { conversation, messageId: body.message_id };
}

describe('§11 search: what a hit is', () => {
  it('has six fields, and is there as soon as the message is', async () => {
    const conversation = await openConversation(ada, agent);
    const { messageId, seq, createdAt } = await say(ada, conversation, 'Zebras are  striped');
    expect(await find(ada, 'zebras')).toEqual({
      items: [
        {
          messageId,
          conversationId: conversation,
          seq,
          author: { type: 'user', id: ada.userId, name: 'Ada' },
          snippet: 'Zebras are striped',
          createdAt,
        },
      ],
      nextCursor: null,
    });
  });

  it('has every word, the last as the beginning of one, in whatever case', async () => {
    const { messageId } = await say(ada, await openConversation(ada, agent), 'The Quick brown fox');
    expect(await idsFor(ada, 'quick FOX')).toEqual([messageId]);
    expect(await idsFor(ada, 'quick bro')).toEqual([messageId]);
    expect(await idsFor(ada, 'qui brown')).toEqual([]);
    expect(await idsFor(ada, 'quick wolf')).toEqual([]);
    expect(await idsFor(ada, 'quick !?')).toEqual([messageId]);
    expect(await idsFor(ada, '!?')).toEqual([]);
  });

  it('may be in a script without spaces, composed otherwise, or a picture', async () => {
    const conversation = await openConversation(ada, agent);
    const { messageId } = await say(ada, conversation, '明日の会議は cafe\u0301 で 🎉');
    for (const q of ['会議', '議', 'CAFÉ', '🎉', '明日 会議']) expect(await idsFor(ada, q)).toEqual([messageId]);
    for (const q of ['会明', 'cafe x', '明会']) expect(await idsFor(ada, q)).toEqual([]);
    const trip = await say(ada, conversation, 'İstanbul 🇹🇷');
    for (const q of ['istan', 'İSTANBUL', '🇹🇷']) expect(await idsFor(ada, q)).toEqual([trip.messageId]);
  });

  it('has a snippet of plain text, at most 200 characters around the first hit', async () => {
    const filler = 'lorem ipsum '.repeat(60);
    const { messageId } = await answered([
      { type: 'text', text: `${filler}**the \u202egiraffe** [sees](https://x.example) ${filler}` },
    ]);
    const [hit] = (await find(ada, 'giraffe')).items;
    expect(hit).toMatchObject({ messageId, author: { type: 'agent', id: agent.agentId, name: 'Clerk' } });
    expect([...hit.snippet].length).toBeLessThanOrEqual(200);
    expect(hit.snippet).toContain('the giraffe sees lorem');
  });

  it('is 400 for a query of no or more than 200 characters, and for a cursor of no list', async () => {
    expectRefusal(await search(ada, ''), 400, 'malformed_request');
    expectRefusal(await ada.get('/v1/search/messages'), 400, 'malformed_request');
    expectRefusal(await search(ada, 'x'.repeat(201)), 400, 'malformed_request');
    expect((await search(ada, '😀'.repeat(200))).status).toBe(200);
    expectRefusal(await search(ada, 'x', { cursor: 'abc' }), 400, 'malformed_request');
  });
});

describe('§11 search: where it looks', () => {
  const blocks: Json[] = [
    { type: 'card', title: 'aardvark1', body: 'aardvark2', actions: [{ label: 'aardvark3', payload: 'hidden1' }] },
    { type: 'buttons', buttons: [{ label: 'aardvark4', payload: 'hidden2' }] },
    { type: 'table', columns: ['aardvark5'], rows: [['aardvark6']] },
    { type: 'list', title: 'aardvark7', items: ['aardvark8'] },
    {
      type: 'form',
      form_id: 'hidden3',
      submit_label: 'aardvark9',
      fields: [
        {
          name: 'hidden4',
          label: 'aardvark10',
          field_type: 'select',
          options: [{ label: 'aardvark11', payload: 'hidden5' }],
        },
      ],
    },
    { type: 'notification', title: 'aardvark12', body: 'aardvark13', action_label: 'aardvark14' },
    { type: 'event', title: 'aardvark15', starts_at: '2026-01-01T00:00:00Z' },
    { type: 'location', latitude: 1, longitude: 2, label: 'aardvark16' },
    { type: 'progress', label: 'aardvark17' },
    { type: 'needs_human', reason: 'aardvark18' },
    {
      type: 'chart',
      chart_type: 'bar',
      meta: { title: 'aardvark19' },
      x_key: 'hidden6',
      series: [{ data_key: 'hidden7', label: 'aardvark20' }],
      data: [{ hidden6: 'aardvark21', hidden7: 1 }],
    },
  ];

  it('finds titles, labels, cells and options, and neither ids nor what is only sent back', async () => {
    const { conversation, messageId } = await answered(blocks);
    for (let n = 1; n <= 21; n += 1) {
      expect(await idsFor(ada, `aardvark${n} aardvark1`, { conversationId: conversation })).toEqual([messageId]);
    }
    expect(await idsFor(ada, 'hidden', { conversationId: conversation })).toEqual([]);
  });

  it('shows what an agent thought and how it used its tools to its owner alone', async () => {
    const inner = [
      { type: 'thinking', thinking: 'secretplan', signature: 'x' },
      { type: 'tool_use', id: 't1', name: 'lookup', input: { where: ['secretplace'] } },
      { type: 'tool_result', tool_use_id: 't1', content: 'secretresult' },
      { type: 'text', text: 'Openly.' },
    ];
    const conversation = await openConversation(ada, agent, [ben]);
    const { body } = await agent.reply(await deliver(ada, conversation, 'Tell us.'), inner);
    // Owning another agent does not make a person the owner of this one.
    await registerAgent(server, ada);
    for (const q of ['secretplan', 'secretplace', 'secretresult', 'secret', 'openly secretplan']) {
      expect(await find(ada, q)).toEqual({ items: [], nextCursor: null });
      expect(await idsFor(ben, q)).toEqual([body.message_id]);
    }
    expect(await idsFor(ada, 'openly', { conversationId: conversation })).toEqual([body.message_id]);
    expect(JSON.stringify(await find(ada, 'openly'))).not.toContain('secret');
  });

  it('finds no draft until it is final, and no answers of forms', async () => {
    const conversation = await openConversation(ada, agent);
    const deliveryId = await deliver(ada, conversation, 'Ask me.');
    await agent.reply(deliveryId, 'porcupine', { partial: true });
    expect(await idsFor(ada, 'porcupine')).toEqual([]);
    const form = { type: 'form', form_id: 'f', fields: [{ name: 'a', label: 'Animal', field_type: 'text' }] };
    const { body } = await agent.reply(deliveryId, [{ type: 'text', text: 'porcupine' }, form]);
    expect(await idsFor(ada, 'porcupine')).toEqual([body.message_id]);
    const path = `/v1/conversations/${conversation}/messages/${body.message_id}/forms/f/submit`;
    expect((await ada.post(path, { a: 'wombat' })).status).toBe(201);
    expect(await idsFor(ada, 'wombat')).toEqual([]);
  });

  it('looks into the rooms that one is in now, whole, and into no other', async () => {
    const cyd = await signUp(server);
    const conversation = await openConversation(ada, null, [ben]);
    const { messageId } = await say(ada, conversation, 'A pangolin passes.');
    expect(await idsFor(ben, 'pangolin')).toEqual([messageId]);
    expect(await idsFor(cyd, 'pangolin')).toEqual([]);
    expectRefusal(await search(cyd, 'pangolin', { conversationId: conversation }), 404, 'conversation_not_found');
    expectRefusal(await search(cyd, 'pangolin', { conversationId: nobody('cnv') }), 404, 'conversation_not_found');
    expectRefusal(await search(cyd, '!', { conversationId: 'nonsense' }), 404, 'conversation_not_found');

    await ada.post(`/v1/conversations/${conversation}/members`, { userId: cyd.userId });
    expect(await idsFor(cyd, 'pangolin')).toEqual([messageId]);
    await cyd.del(`/v1/conversations/${conversation}/members/${cyd.userId}`);
    expect(await idsFor(cyd, 'pangolin')).toEqual([]);
    await ada.del(`/v1/conversations/${conversation}`);
    expect(await idsFor(ada, 'pangolin')).toEqual([]);
  });

  it('looks into one room where that is named, also into what a blocked agent said there', async () => {
    const [one, two] = [
      await answered([{ type: 'text', text: 'okapi' }]),
      await answered([{ type: 'text', text: 'okapi' }]),
    ];
    await prefer(ada, agent, { blocked: true });
    expect(await idsFor(ada, 'okapi')).toEqual([two.messageId, one.messageId]);
    expect(await idsFor(ada, 'okapi', { conversationId: one.conversation })).toEqual([one.messageId]);
    await prefer(ada, agent, { blocked: false });
  });
});

describe('§11 search: its pages', () => {
  it('go from the newest to the oldest over all rooms, each hit once, while new ones come', async () => {
    const person = await signUp(server);
    const conversations = [
      await openConversation(person, agent),
      await openConversation(person, agent),
      await openConversation(person, agent),
    ] as const;
    const said: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      said.unshift((await say(person, conversations[n % 3] ?? '', `hedgehog number ${n}`)).messageId);
      await server.clock.advance(5);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Json = await find(person, 'hedgehog', { limit: '5', ...(cursor === null ? {} : { cursor }) });
      expect(page.items.length).toBeLessThanOrEqual(5);
      seen.push(...page.items.map((item: Json) => item.messageId));
      cursor = page.nextCursor;
      if (seen.length < 6) await say(person, conversations[0], 'hedgehog late');
    } while (cursor !== null);
    expect(seen).toEqual(said);
  });

  it('end where there is nothing more', async () => {
    const { conversation } = await answered([{ type: 'text', text: 'quokka' }]);
    expect((await find(ada, 'quokka', { conversationId: conversation, limit: '1' })).nextCursor).toBeNull();
    expect(await messagesOf(ada, conversation)).toHaveLength(2);
  });
});
