import { limits } from '@parley/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { deliver, openConversation, say } from './conversation.ts';
import { costMaxMs, costOf, type Ask } from './cpu-cost.ts';
import { showForm } from './form.ts';
import { signUp, type Person } from './person.ts';
import { useServer } from './server.ts';
import { giveTask } from './task.ts';

const server = useServer();
const marks = 90_000;
const hostile: readonly (readonly [string, string])[] = [
  ['marks on one letter', 'e' + '\u0300\u0316\u0327\u0591'.repeat(marks / 4)],
  ['marks on very many letters', 'e\u0300\u0316 '.repeat(40_000)],
  ['very many runs of two signs', '漢字 '.repeat(marks / 3)],
];
const words = Array.from({ length: 23 }, (_, place) => `w${place}`).join(' ');
/** The index has only the first letters of a word, so these two look equal to it and the whole text must be read. */
const [written, looked] = ['a', 'b'].map((end) => `${'x'.repeat(64)}${end} ${words}`);
const places: readonly (readonly [string, (text: string) => object])[] = [
  ['thinking', (text) => ({ type: 'thinking', thinking: `${written} ${text}`, signature: 'x' })],
  [
    'the input of a tool',
    (text) => ({ type: 'tool_use', id: 'use', name: 'look', input: { q: `${written} ${text}` } }),
  ],
];

let ada: Person;
let agent: Agent;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
});

describe.each(places)('§27 bounds first, in %s', (_place, holding) => {
  it.each(hostile)(
    'a reply with %s, and the searches of the owner, cost little',
    { timeout: 120_000 },
    async (_kind, text) => {
      const plain = 'a'.repeat(Buffer.byteLength(text));
      const rooms = new Map([
        [text, await openConversation(ada, agent)],
        [plain, await openConversation(ada, agent)],
      ]);
      const reply: Ask = async (given) => {
        const answer = await agent.reply(await deliver(ada, rooms.get(given) ?? '', 'ask'), [holding(given)]);
        expect(answer.status, answer.text).toBe(202);
        return answer;
      };
      expect(await costOf(reply, text, plain)).toBeLessThan(costMaxMs);
      for (const given of [text, plain]) await reply(given);
      for (const query of [words, looked ?? '']) {
        const search = (given: string) =>
          ada.get(`/v1/search/messages?limit=1&q=${encodeURIComponent(query)}&conversationId=${rooms.get(given)}`);
        expect(await costOf(search, text, plain)).toBeLessThan(costMaxMs);
        expect((await search(text)).body.items).toHaveLength(query === words ? 1 : 0);
      }
    },
  );
});

describe('§27 bounds first, in the longest text that is taken', () => {
  let conversation: string;
  const post = (path: string, body: object) => ada.post(`/v1/conversations/${conversation}/${path}`, body);
  const takers: readonly (readonly [string, Ask])[] = [
    ['a message', (text) => post('messages', { text })],
    [
      'an edit',
      async (text) => {
        const { messageId } = await say(ada, conversation, 'x');
        return ada.patch(`/v1/conversations/${conversation}/messages/${messageId}`, { text });
      },
    ],
    ['a task', async (instructions) => ({ status: 201, ...(await giveTask(ada, conversation, { instructions })) })],
    [
      'an answer to a form',
      async (size) => (await showForm(agent, ada, conversation, { formId: `f${forms++}` })).submit(ada, { size }),
    ],
    [
      'a reply',
      async (text) => agent.reply(await deliver(ada, conversation, 'ask'), Array(8).fill({ type: 'text', text })),
    ],
  ];
  let forms = 0;
  beforeAll(async () => {
    conversation = await openConversation(ada, agent);
  });

  it.each(takers)('%s costs little', { timeout: 120_000 }, async (_what, take) => {
    const taken: Ask = async (text) => {
      const answer = await take(text);
      expect(answer.status).toBeLessThan(300);
      return answer;
    };
    const plain = 'a'.repeat(limits.messageCharacters);
    for (const [, text] of hostile)
      expect(await costOf(taken, text.slice(0, limits.messageCharacters), plain)).toBeLessThan(costMaxMs);
  });
});
