import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';
import { eventually, quiet } from './eventually.ts';
import type { Json } from './http.ts';
import { signIn, signUp, type Person } from './person.ts';
import { openBrowser, openPushService, status, vapidOf, type Browser, type PushService } from './push-receiver.ts';
import { deliver, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { prefer, proactive, speak } from './speak.ts';
import { giveTask, updateTask } from './task.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8', PARLEY_PUSH_CONTACT: 'mailto:ops@parley.example' });
let service: PushService;
let browser: Browser;
let desk: Desk;
let path: string;
let made = 0;

beforeAll(async () => {
  service = await openPushService();
  browser = await openBrowser();
});
afterAll(() => service.close());
beforeEach(async () => {
  desk = await openDesk(server, [proactive, 'coin.charge', 'decision.request']);
  path = await subscribe(desk.person);
  return () => desk.inbox.close();
});

/** Subscribes a person, and returns the path that receives their pushes. */
async function subscribe(person: Person, change: object = {}): Promise<string> {
  const at = `/send/${(made += 1)}`;
  const keys = { p256dh: browser.p256dh, auth: browser.auth };
  const answer = await person.post('/v1/push/subscriptions', { endpoint: service.origin + at, keys, ...change });
  if (answer.status !== 201) throw new Error(`Subscribing answered ${answer.status}: ${answer.text}`);
  return at;
}
const pushesTo = (to: string) => service.received.filter((push) => push.path === to);
const read = (to = path): Promise<Json[]> => Promise.all(pushesTo(to).map((push) => browser.read(push)));
const awaitPushes = (count: number, to = path) =>
  eventually(server, `${count} pushes`, () => (pushesTo(to).length >= count ? pushesTo(to) : null));
const preferConversation = (body: Json) => desk.person.put(`/v1/conversations/${desk.conversation}/preferences`, body);

/** Returns the kinds of the pushes that an action causes. */
async function pushedAfter(act: () => Promise<unknown>, to = path): Promise<string[]> {
  const before = pushesTo(to).length;
  await act();
  await quiet(server);
  return (await read(to)).slice(before).map((payload) => payload.kind as string);
}

describe('§13 what is pushed', () => {
  it('is an agent’s final message, encrypted for the browser and signed for its push service', async () => {
    await desk.agent.reply(desk.deliveryId, 'partly', { partial: true });
    expect((await desk.agent.reply(desk.deliveryId, 'Soup.')).status).toBe(202);
    const [push] = await awaitPushes(1);
    expect(await read()).toEqual([{ kind: 'message', conversationId: desk.conversation }]);
    expect(push?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: '86400',
      urgency: 'normal',
      topic: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
    });
    const { claims, header, key } = await vapidOf(push!);
    expect(header).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect(key).toBe((await desk.person.get('/v1/push/key')).body.item.key);
    expect(claims).toEqual({ aud: service.origin, exp: expect.any(Number), sub: 'mailto:ops@parley.example' });
    const seconds = claims.exp - server.clock.now() / 1000;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(24 * 3600);
    expect(push?.body.includes('Soup')).toBe(false);
    await quiet(server);
    expect(await read()).toHaveLength(1);
  });

  it('is a task, and an approval that waits, which is urgent', async () => {
    const { deliveries } = await giveTask(desk.person, desk.conversation);
    await updateTask(desk.agent, deliveries[0].deliveryId, 'completed', { note: 'done' });
    await awaitPushes(1);
    await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
    const pushes = await awaitPushes(2);
    expect(await read()).toEqual([
      { kind: 'task', conversationId: desk.conversation },
      { kind: 'approval', conversationId: desk.conversation },
    ]);
    expect(pushes.map(({ headers }) => headers['urgency'])).toEqual(['normal', 'high']);
  });

  it('is kept for a browser that is away as long as the decision is open', async () => {
    await desk.ask('decision.request', { action: 'Water the roses', expires_in_minutes: 10 });
    const [push] = await awaitPushes(1);
    const seconds = Number(push?.headers['ttl']);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(seconds).toBeGreaterThan(570);
  });

  it('is what other people say in the room, and not to who said it', async () => {
    const cyd = await signUp(server);
    const [conversation, of] = [await openConversation(desk.person, null, [cyd]), await subscribe(cyd)];
    await say(desk.person, conversation, 'hello');
    await awaitPushes(1, of);
    expect(await read(of)).toEqual([{ kind: 'message', conversationId: conversation }]);
    await say(cyd, conversation, `hello @${desk.person.handle}, how are you?`);
    await awaitPushes(1);
    await quiet(server);
    expect([await read(), await read(of)]).toEqual([
      [{ kind: 'mention', conversationId: conversation }],
      [{ kind: 'message', conversationId: conversation }],
    ]);
  });

  it('goes to each of a person’s browsers, and collapses by the room', async () => {
    const second = await subscribe(await signIn(server, desk.person));
    for (const text of ['one', 'two']) await speak(desk.agent, desk.conversation, text);
    const topics = async (to: string) => (await awaitPushes(2, to)).map(({ headers }) => headers['topic']);
    const [mine, other] = [await topics(path), await topics(second)];
    expect([new Set(mine).size, new Set(other).size, mine[0] === other[0]]).toEqual([1, 1, false]);
  });

  it('is nothing that a person muted or blocked', async () => {
    const reply = (text: string) => () => speak(desk.agent, desk.conversation, text);
    const until = new Date(server.clock.now() + 3_600_000).toISOString();
    const changes: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [() => preferConversation({ muted: true }), () => preferConversation({ muted: false })],
      [() => preferConversation({ mutedUntil: until }), () => preferConversation({ mutedUntil: null })],
      [() => prefer(desk.person, desk.agent, { muted: true }), () => prefer(desk.person, desk.agent, { muted: false })],
      [
        () => prefer(desk.person, desk.agent, { mutedUntil: until }),
        () => prefer(desk.person, desk.agent, { mutedUntil: null }),
      ],
    ];
    for (const [quieten, undo] of changes) {
      await quieten();
      expect(await pushedAfter(reply('quietly'))).toEqual([]);
      await undo();
    }
    expect(await pushedAfter(reply('aloud'))).toEqual(['message']);
    const cyd = await signUp(server);
    const conversation = await openConversation(desk.person, null, [cyd]);
    await desk.person.put(`/v1/users/${cyd.userId}/block`);
    expect(await pushedAfter(() => say(cyd, conversation, 'hello?'))).toEqual([]);
  });

  it.each([
    ['mentions', 'all', ['mention', 'approval']],
    ['all', 'mentions', ['mention', 'approval']],
    ['decisions', 'mentions', ['approval']],
    ['mentions', 'none', ['approval']],
    ['none', 'none', ['approval']],
  ])(
    'at the levels %s of the room and %s of the agent is what the quieter lets by',
    async (ofConversation, ofAgent, kinds) => {
      await preferConversation({ notify: ofConversation });
      await prefer(desk.person, desk.agent, { notify: ofAgent });
      const pushed = await pushedAfter(async () => {
        await speak(desk.agent, desk.conversation, `hello ${desk.person.handle}, or @${desk.person.handle}x`);
        await speak(desk.agent, desk.conversation, `hello @${desk.person.handle}!`);
        await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
      });
      expect(pushed.toSorted()).toEqual(kinds.toSorted());
    },
  );

  it.each([
    ['all', ['mention']],
    ['mentions', ['mention']],
    ['decisions', ['mention']],
    ['none', []],
  ])('is an agent that needs a person, where %s is what they want to hear of', async (notify, kinds) => {
    await preferConversation({ notify });
    const blocks = [{ type: 'needs_human', reason: 'The gate is locked.' }];
    expect(await pushedAfter(() => speak(desk.agent, desk.conversation, blocks))).toEqual(kinds);
    await preferConversation({ muted: true });
    expect(await pushedAfter(() => speak(desk.agent, desk.conversation, blocks))).toEqual([]);
  });

  it('is a decision although the room and the agent are muted', async () => {
    await preferConversation({ muted: true, notify: 'none' });
    await prefer(desk.person, desk.agent, { muted: true });
    expect(await pushedAfter(() => desk.ask('coin.charge', { amount: 1, reason: 'tea' }))).toEqual(['approval']);
  });
});

describe('§13 a push service that', () => {
  const reply = () => speak(desk.agent, desk.conversation, 'news');

  it.each([
    ['is busy', 429, { 'retry-after': '7' }, 7_000],
    ['asks for too much patience', 429, { 'retry-after': '86400' }, 60_000],
    ['fails', 503, {}, 5_000],
  ])('%s is asked once more, after its time', async (_what, code, headers, afterMs) => {
    service.answer(status(code, headers), status(code, headers), status(code, headers));
    await reply();
    await awaitPushes(1);
    await server.clock.advance(afterMs - 2_000);
    expect(pushesTo(path)).toHaveLength(1);
    await server.clock.advance(2_000);
    await awaitPushes(2);
    await server.clock.advance(120_000);
    await quiet(server);
    expect(pushesTo(path)).toHaveLength(2);
    service.answer();
    expect(await pushedAfter(reply)).toEqual(['message']);
  });

  it.each([404, 410])('answers %i ends the subscription', async (code) => {
    service.answer(status(code));
    expect(await pushedAfter(reply)).toEqual(['message']);
    expect(await pushedAfter(reply)).toEqual([]);
  });

  it.each([400, 401, 403, 413])('answers %i is not asked again, and keeps the subscription', async (code) => {
    service.answer(status(code));
    expect(await pushedAfter(reply)).toEqual(['message']);
    await server.clock.advance(60_000);
    expect(pushesTo(path)).toHaveLength(1);
    expect(await pushedAfter(reply)).toEqual(['message']);
  });

  it('redirects is not followed', async () => {
    service.answer(status(307, { location: `${service.origin}/elsewhere` }));
    expect(await pushedAfter(reply)).toEqual(['message']);
    expect(pushesTo('/elsewhere')).toEqual([]);
  });

  it('hangs holds up nobody', async () => {
    service.answer(() => undefined);
    await reply();
    await awaitPushes(1);
    expect(await pushedAfter(() => deliver(desk.person, desk.conversation, 'still there?'))).toEqual([]);
    expect(await pushedAfter(reply)).toEqual(['message']);
  });
});

describe('§13 nothing more is pushed', () => {
  const reply = () => speak(desk.agent, desk.conversation, 'news');

  it('once the session has ended', async () => {
    const other = await signIn(server, desk.person);
    const at = await subscribe(other);
    expect(await pushedAfter(reply, at)).toEqual(['message']);
    await other.del('/v1/session');
    expect(await pushedAfter(reply, at)).toEqual([]);
    expect(await pushedAfter(reply)).toEqual(['message']);
  });

  it('once the subscription was ended, or has expired', async () => {
    const at = await subscribe(desk.person, { expirationTime: server.clock.now() + 60_000 });
    expect(await pushedAfter(reply, at)).toEqual(['message']);
    await server.clock.leap(61_000);
    expect(await pushedAfter(reply, at)).toEqual([]);
  });
});
