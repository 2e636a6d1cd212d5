import { createWorld, type Person, type TestedAgent, type World } from '@parley/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Log } from '@parley/agent-sdk';
import { modelManifest } from './manifest.ts';
import { seatModel, type ModelSeat, type SeatOptions } from './seat-model.ts';
import { startModel } from './start-model.ts';
import { breaksAfter, endsBy, failsAfter, FakeModel, hangsAfter, refuses, says, wants } from './testing/fake-model.ts';

let world: World;
let fake: FakeModel;
let agent: TestedAgent;
let ada: Person;
let seat: ModelSeat;
let logged: string[];
/** Each test has a person and an agent of its own in the same world. */
let number = 0;

beforeAll(async () => void (world = await createWorld({ clock: '2026-01-31T09:00:00Z' })), 180_000);
afterAll(() => world.close(), 60_000);
beforeEach(async () => {
  logged = [];
  fake = await new FakeModel().start();
  number += 1;
  ada = await world.person(`ada${number}`);
});
afterEach(async () => {
  await agent.stop();
  await fake.stop();
});

const log: Log = (level, message, details) => void logged.push(`${level} ${message} ${JSON.stringify(details)}`);

/** Seats the model, and has Ada grant these scopes. */
async function seated(options: Partial<SeatOptions> = {}, scopes: readonly string[] = ['history.read']): Promise<void> {
  const tools = options.tools === undefined ? {} : { tools: options.tools };
  const manifest = modelManifest({ handle: `tiny${number}`, name: 'Tiny', model: 'tiny', ...tools });
  agent = await world.agent(null, { manifest, owner: ada });
  await ada.opens(agent);
  await ada.grants(scopes, { to: agent });
  await restarts(options);
}

/** Starts the agent's program, again where it ran. */
async function restarts(options: Partial<SeatOptions> = {}): Promise<void> {
  const whole: SeatOptions = { url: fake.url, log, clock: world.clock, ...options };
  await agent.start(async (given) => void (seat = await seatModel(given, whole)), { log });
}

const lastRequest = () => fake.requests.at(-1)?.messages ?? [];
const drafts = async () => (await ada.messages()).filter(({ partial }) => partial);
const draftShows = (words: string) =>
  world.until(async () => (await drafts()).some(({ blocks }) => JSON.stringify(blocks).includes(words)), 'a draft');

describe('an answer', () => {
  test('appears as it is written, and settles in one message with its tokens and cost counted', async () => {
    fake.answers.push(says('Good ', 'morning, ', 'Ada.'));
    await seated({ instructions: 'You greet.', prices: { input: 1, output: 2, currency: 'EUR' } });
    await ada.says('hello');
    await ada.sees('Good morning, Ada.');
    expect(fake.requests).toHaveLength(1);
    expect(lastRequest()).toEqual([
      { role: 'system', content: 'You greet.' },
      { role: 'user', content: 'hello' },
    ]);
    await world.until(() => seat.state().answers === 1, 'the count');
    expect(seat.state()).toMatchObject({
      status: 'running',
      model: 'tiny',
      inputTokens: 100,
      outputTokens: 20,
      cost: 0.00014,
    });
    expect(logged.join('\n')).toMatch(
      /info The model answered\. .*"inputTokens":100,"outputTokens":20,"cost":0.00014,"currency":"EUR"/,
    );
    expect((await ada.messages()).filter(({ author }) => author.id === agent.agentId)).toHaveLength(1);
  });

  test('leaves out what a model thinks', async () => {
    fake.answers.push(says('<think>Hm, ', 'greet.</think>', 'Hello.'));
    await seated();
    await ada.says('hello');
    expect((await ada.sees('Hello.')).blocks).toEqual([{ type: 'text', text: 'Hello.' }]);
  });

  test('remembers what was said, as much as the budget holds, with the roles in turn', async () => {
    fake.answers.push(says('One.'), says('Two.'), says('Three.'));
    await seated({ memoryCharacters: 20 });
    await ada.says('My name is Ada and this is long');
    await ada.sees('One.');
    await ada.says('Second');
    await ada.sees('Two.');
    expect(lastRequest().map(({ content }) => content)).toEqual(['Second']);
    await ada.says('Third');
    await ada.sees('Three.');
    expect(lastRequest()).toEqual([
      { role: 'user', content: 'Second' },
      { role: 'assistant', content: 'Two.' },
      { role: 'user', content: 'Third' },
    ]);
  });

  test('is made of the message alone without history.read, which the person is asked for once', async () => {
    fake.answers.push(says('One.'), says('Two.'));
    await seated({}, []);
    const asksAt = async () => {
      const { others } = await ada.inbox();
      return others.flatMap((item) => (item.kind === 'consent' ? item.scopes : [])).map(({ triedAt }) => triedAt);
    };
    expect((await asksAt()).filter((at) => at !== null)).toEqual([]);
    await ada.says('one');
    await ada.sees('One.');
    const asked = await asksAt();
    expect(asked).toEqual([expect.stringMatching(/^2026/)]);
    await world.clock.advance('1h');
    await ada.says('two');
    await ada.sees('Two.');
    expect(lastRequest()).toEqual([{ role: 'user', content: 'two' }]);
    expect(await asksAt()).toEqual(asked);
  });

  test('says why it ends before its end, and that an empty one is empty', async () => {
    fake.answers.push(endsBy('length', 'Once upon'), endsBy('content_filter', 'There'), says());
    await seated();
    await ada.says('a story');
    expect(await ada.sees('Once upon')).toMatchObject({
      blocks: [{}, { text: expect.stringContaining('reached the most') }],
    });
    await ada.says('another');
    await ada.sees('withheld the rest');
    await ada.says('hello?');
    await ada.sees('an empty answer');
  });
});

describe('Stop', () => {
  test('ends the request to the model and leaves no draft', async () => {
    fake.answers.push(hangsAfter('Once upon a time'), says('Yes?'));
    await seated();
    await ada.says('tell me a story');
    await draftShows('Once upon a time');
    await ada.stops();
    await world.clock.advance('5s');
    await world.until(() => fake.closedEarly === 1, 'the end of the request');
    expect(await drafts()).toEqual([]);
    await ada.says('still there?');
    await ada.sees('Yes?');
    expect(seat.state().failures).toBe(0);
  });

  test('of the program closes its draft, and the person learns of it', async () => {
    fake.answers.push(hangsAfter('Once upon a time'));
    await seated();
    await ada.says('tell me a story');
    await draftShows('Once upon a time');
    await agent.stop();
    await world.until(() => fake.closedEarly === 1, 'the end of the request');
    // Within seconds, and not because it was old.
    await ada.sees('Once upon a time');
    expect(await drafts()).toEqual([]);
  });

  test('a program that is killed leaves a draft for ten minutes at most', async () => {
    fake.answers.push(hangsAfter('Once upon a time'));
    await seated();
    await ada.says('tell me a story');
    await draftShows('Once upon a time');
    // Nothing that a dying process might still send arrives.
    agent.network.refuse({ times: 1000 });
    await agent.stop();
    expect(await drafts()).toHaveLength(1);
    await world.clock.advance('11m');
    expect(await drafts()).toEqual([]);
  });

  test('is not needed to add something: what is written meanwhile joins the turn between two requests', async () => {
    let release = () => undefined as void;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    fake.answers.push(async (response, request) => {
      await isReleased;
      await wants([{ name: 'clock_now', args: {} }])(response, request);
    }, says('Noon, in Bern.'));
    await seated({ tools: ['clock.now'] }, ['history.read', 'clock.read']);
    await ada.says('what time is it?');
    await world.until(() => fake.requests.length === 1, 'a request');
    await ada.says('in Bern, I mean');
    await world.settle();
    release();
    await ada.sees('Noon, in Bern.');
    expect(lastRequest().at(-1)).toEqual({ role: 'user', content: 'in Bern, I mean' });
    await world.settle();
    expect(fake.requests).toHaveLength(2);
  });
});

test('messages that wait are answered together, after the answer that they waited for, and each is read once', async () => {
  let release = () => undefined as void;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  fake.answers.push(async (response, request) => {
    await isReleased;
    await says('One.')(response, request);
  }, says('Both.'));
  await seated();
  await ada.says('one');
  await world.until(() => fake.requests.length === 1, 'a request');
  await ada.says('two');
  await ada.says('three');
  await world.settle();
  release();
  await ada.sees('Both.');
  expect(lastRequest()).toMatchObject([
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'One.' },
    { role: 'user' },
  ]);
  expect(JSON.stringify(lastRequest().at(-1)).match(/two|three/g)).toEqual(['two', 'three']);
  expect(fake.requests).toHaveLength(2);
});

describe('files', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  /** Has Ada send a file, in the room where she is. */
  async function sends(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<void> {
    const { conversationId } = await ada.opens(agent);
    const body = new FormData();
    body.append('file', new Blob([bytes]), name);
    // The route's type allows only JSON; the server accepts a multipart form too.
    const { assetId } = (await ada.call('uploadAsset', { body } as never)).item;
    await ada.call('sendAttachment', { params: { conversationId }, body: { assetId } });
  }

  test('are read: images as data URLs where the model takes them, and whatever holds text', async () => {
    fake.answers.push(says('A dot.'), says('A plan.'));
    await seated({ images: true });
    await sends(png, 'dot.png');
    await ada.sees('A dot.');
    expect(lastRequest().at(-1)?.content).toEqual([
      { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } },
    ]);
    await sends(new Uint8Array(Buffer.from('day,plan\n1,tea')), 'plan.csv');
    await ada.sees('A plan.');
    expect(lastRequest().at(-1)?.content).toBe('File plan.csv:\n\nday,plan\n1,tea');
  });

  test('that it cannot read are named: images, what holds no text, and what is too large', async () => {
    fake.answers.push(says('I see.'));
    await seated();
    for (const [bytes, name, why] of [
      [png, 'dot.png', 'you read no images'],
      [Buffer.from([0, 1, 2, 255]), 'a.bin', 'it holds no text'],
      [Buffer.alloc(300_000, 'a'), 'long.txt', 'it is too large'],
    ] as const) {
      await sends(new Uint8Array(bytes), name);
      await ada.sees('I see.');
      expect(lastRequest().at(-1)?.content).toContain(why);
    }
  });
});

describe('tools', () => {
  test('run side by side, and their results go back to the model', async () => {
    fake.answers.push(
      wants(
        [
          { name: 'clock_now', args: {} },
          { name: 'clock_now', args: { zone: 'Mars' } },
        ],
        'Let me look.',
      ),
      says('It is noon.'),
    );
    await seated({ tools: ['clock.now'] }, ['clock.read']);
    await ada.says('when?');
    const { blocks } = await ada.sees('It is noon.');
    expect(fake.requests[0]?.tools?.map((tool) => tool.function.name)).toEqual(['clock_now']);
    const results = lastRequest().filter(({ role }) => role === 'tool');
    expect(results.map(({ content }) => content)).toEqual([
      expect.stringContaining('"now":"2026-01-31T'),
      expect.stringContaining('arguments_invalid'),
    ]);
    expect(blocks[0]).toEqual({ type: 'text', text: 'Let me look.' });
    expect(seat.state()).toMatchObject({ inputTokens: 200, outputTokens: 40 });
  });

  test('that are not listed or not granted are not offered', async () => {
    fake.answers.push(says('No tools.'));
    await seated({ tools: ['clock.now', 'coin.charge'] }, ['coin.charge']);
    await ada.says('hello');
    await ada.sees('No tools.');
    expect(fake.requests[0]?.tools?.map((tool) => tool.function.name)).toEqual(['coin_charge']);
  });

  test('that a person decides on become approvals below the words of the model, and the turn goes on', async () => {
    const charge = { name: 'coin_charge', args: { amount: 3, reason: 'Soil' } };
    fake.answers.push(wants([charge], 'Soil is 3 coins.'), says('It is paid.'));
    await seated({ tools: ['coin.charge'] }, ['coin.charge']);
    await ada.says('buy soil');
    await ada.sees('Soil is 3 coins.');
    expect(await drafts()).toEqual([]);
    await world.clock.advance('1h');
    await ada.approves('3');
    await ada.sees('It is paid.');
    expect(lastRequest().at(-1)).toMatchObject({ role: 'tool', content: expect.stringContaining('"amount":3') });
  });

  test('that the person denies are denied to the model too, and a call without words gets some', async () => {
    fake.answers.push(wants([{ name: 'coin_charge', args: { amount: 3, reason: 'Soil' } }]), says('Then not.'));
    await seated({ tools: ['coin.charge'] }, ['coin.charge']);
    await ada.says('buy soil');
    await ada.sees('I would like to use coin_charge.');
    await ada.denies('3');
    await ada.sees('Then not.');
    expect(lastRequest().at(-1)?.content).toContain('denied_by_person');
  });

  test('whose result comes after a restart are answered from memory', async () => {
    fake.answers.push(
      wants([{ name: 'coin_charge', args: { amount: 3, reason: 'Soil' } }], 'Soil is 3 coins.'),
      says('Paid.'),
    );
    await seated({ tools: ['coin.charge'] }, ['history.read', 'coin.charge']);
    await ada.says('buy soil');
    await ada.isAsked('3');
    await restarts({ tools: ['coin.charge'] });
    await ada.approves('3');
    await ada.sees('Paid.');
    expect(lastRequest().at(-1)?.content).toContain('You called the tool coin.charge earlier');
  });

  test('are bounded: the last request of an answer is made without them', async () => {
    fake.answers.push(wants([{ name: 'clock_now', args: {} }]));
    await seated({ tools: ['clock.now'], steps: 3 }, ['clock.read']);
    await ada.says('what time is it?');
    await ada.sees('as many steps as I may take');
    expect(fake.requests.map(({ tool_choice: choice }) => choice)).toEqual(['auto', 'auto', 'none']);
  });
});

describe('a failure', () => {
  test.each([
    ['no such model', refuses(404, 'The model `tiny` does not exist', 'model_not_found'), 1, 'has to choose another'],
    [
      'a context that is too long',
      refuses(400, 'maximum context length is 8192 tokens', 'context_length_exceeded'),
      1,
      'send less',
    ],
    ['no credit', refuses(429, 'You exceeded your quota', 'insufficient_quota'), 1, 'no credit left'],
    ['a long Retry-After', refuses(429, 'Rate limit', 'rate_limit', { 'retry-after': '90' }), 1, 'for 90 seconds'],
    ['a service that fails', refuses(500, 'oops', 'server_error'), 3, 'failed (500)'],
    ['a refusal', refuses(422, 'no', 'no'), 1, 'refused this request (422)'],
    ['an error before any word', failsAfter('oops'), 3, 'service failed (500)'],
  ])('by %s is said once, by who can mend it', async (what, answer, requests, words) => {
    fake.answers.push(answer);
    await seated();
    await ada.says('hello');
    await ada.sees(words);
    expect(fake.requests).toHaveLength(requests);
    await world.until(() => seat.state().failures === 1, 'the count');
    expect(seat.state()).toMatchObject({ status: /context|refusal/.test(what) ? 'running' : 'failing', answers: 0 });
    expect(await drafts()).toEqual([]);
    fake.answers.splice(0, 1, says('Back.'));
    await ada.says('and now?');
    await ada.sees('Back.');
    await world.until(() => seat.state().status === 'running', 'it to run');
  });

  test('that passes is retried, no sooner than the service says', async () => {
    fake.answers.push(
      refuses(429, 'Slow down', 'rate_limit', { 'retry-after': '20' }),
      breaksAfter(),
      says('At last.'),
    );
    await seated();
    await ada.says('hello');
    await world.until(() => fake.requests.length === 1, 'a request');
    await world.clock.advance('19s');
    expect(fake.requests).toHaveLength(1);
    await world.clock.advance('10s');
    await ada.sees('At last.');
    expect(fake.requests).toHaveLength(3);
    expect(seat.state().failures).toBe(0);
  });

  test.each([
    ['that breaks off', breaksAfter('Once upon'), 'broke, so this answer is not whole'],
    ['with an error in it', failsAfter('Rate limit reached', 'Once upon'), 'takes no more requests'],
    ['that falls silent', hangsAfter('Once upon'), 'said nothing for too long'],
  ])('of a stream %s keeps what was said, and is not retried', async (_, answer, words) => {
    fake.answers.push(answer);
    await seated({ timeoutMs: 300 });
    await ada.says('a story');
    expect((await ada.sees('Once upon')).blocks).toEqual([
      { type: 'text', text: 'Once upon' },
      { type: 'text', text: expect.stringContaining(words) },
    ]);
    expect(fake.requests).toHaveLength(1);
    expect(await drafts()).toEqual([]);
  });

  test('by a context that is too long is mended by forgetting the oldest', async () => {
    fake.answers.push(says('One.'), refuses(400, 'The prompt is too long', 'invalid_request_error'), says('Two.'));
    await seated();
    await ada.says('first');
    await ada.sees('One.');
    await ada.says('second');
    await ada.sees('Two.');
    expect(fake.requests.map(({ messages }) => messages.length)).toEqual([1, 3, 1]);
  });

  test('never shows the key, in the room or in the log', async () => {
    fake.key = 'sk-right-and-long-0123456789';
    fake.answers.push(says('Hello.'));
    await seated({ key: fake.key });
    fake.key = 'sk-another';
    await ada.says('hello');
    await ada.sees('refuses my key');
    expect(JSON.stringify([await ada.messages(), seat.state(), logged])).not.toContain('sk-right');
    expect(logged.join()).toContain('[key]');
  });

  test('of an address at which nothing answers is said after three tries', async () => {
    fake.answers.push(says('Hello.'));
    await seated({ model: 'tiny' });
    await fake.stop();
    await ada.says('hello');
    await ada.sees('Nothing answers at my model');
    fake = await new FakeModel().start();
  });
});

describe('the start', () => {
  test('runs by credentials alone, tells of its state, and stops', async () => {
    fake.answers.push(says('Hello.'));
    agent = await world.agent(null, { manifest: { handle: `tiny${number}` }, owner: ada });
    const states: string[] = [];
    const { clock } = world;
    const running = await startModel({
      ...agent.credentials,
      url: fake.url.replace('/v1', ''),
      log,
      clock,
      onState: ({ status }) => states.push(status),
      agent: { clock },
    });
    await ada.says('hello', { to: agent });
    await ada.sees('Hello.');
    await world.until(() => running.state().answers === 1, 'the count');
    const stopped = running.stop(0);
    await clock.advance(1);
    await stopped;
    expect([states[0], states.at(-1), running.model]).toEqual(['running', 'stopped', 'tiny']);
  });

  test.each([
    ['several models', ['a', 'b', 'text-embedding-3'], 'several models: a, b. Name one'],
    ['no model', ['nomic-embed-text'], 'lists no chat model'],
    ['no list', null, 'lists no models. Name the model'],
  ])('wants a name where the address has %s', async (_, models, words) => {
    fake.models = models;
    await expect(seated()).rejects.toThrow(words);
  });

  test('says that a key is missing or refused, and what is wrong with an address', async () => {
    fake.key = 'right';
    await expect(seated()).rejects.toMatchObject({ kind: 'key_missing' });
    await expect(restarts({ key: 'wrong-key' })).rejects.toMatchObject({ kind: 'key_refused' });
    await expect(restarts({ url: 'ftp://a' })).rejects.toThrow(TypeError);
    await expect(restarts({ url: 'http://user:pass@127.0.0.1/' })).rejects.toThrow('holds a user name');
    await expect(restarts({ steps: 0, key: 'right' })).rejects.toThrow('steps is 0');
    // Nothing listens on the port of discard.
    await expect(restarts({ url: 'http://127.0.0.1:9/v1' })).rejects.toMatchObject({ kind: 'unreachable' });
  });

  test('follows no redirect to another address', async () => {
    fake.answers.push((response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/v1/x' }).end());
    await seated();
    await ada.says('hello');
    await ada.sees('leads to another one');
  });
});
