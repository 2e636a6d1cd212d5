import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversationId, UserId } from '@parley/protocol';
import { tell } from '../../platform/signals/signal.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { eventually } from '../../testing/contract/eventually.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';
import { openEventStream } from '../../testing/contract/sse.ts';

const minuteMs = 60_000;
let server: TestServer;
let ada: Person;
let count = 0;

beforeAll(async () => {
  server = await startTestServer({ PARLEY_QUOTA_EVENT_STREAMS: '3' });
  ada = await signUp(server);
});
afterAll(() => server.stop());

/** Opens a feed and waits for its first frame. */
async function openFeed(person: Person, { after, header }: { after?: string; header?: string } = {}) {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
  const headers = { cookie: person.cookie, ...(header !== undefined && { 'last-event-id': header }) };
  const stream = await openEventStream(`${server.baseUrl}/v1/feed${query}`, headers);
  const all = () => stream.frames.map(({ data }): Json => JSON.parse(data));
  const ready = () => all()[0];
  const events = () => all().slice(1);
  if (stream.status === 200) await eventually(server, 'the first frame', () => stream.frames[0]);
  return { stream, ready, events, lastId: () => all().at(-1)?.id as string };
}

/** Signals `number` events to the person and returns their conversation ids, in order. */
function signal(person: Person, number: number): string[] {
  return Array.from({ length: number }, () => {
    const conversationId = `cnv_${(count += 1)}`;
    server.app.hub.publishHere([
      tell([person.userId as UserId], 'conversationUpdated', { conversationId: conversationId as ConversationId }),
    ]);
    return conversationId;
  });
}
const openStreams = async (person: Person): Promise<number> =>
  (await person.get('/v1/quota')).body.items.find(({ name }: Json) => name === 'event_streams').used;
const rooms = (events: Json[]) => events.map(({ conversationId }) => conversationId);
const resumed = async (person: Person, from: { after?: string; header?: string }) => {
  const feed = await openFeed(person, from);
  feed.stream.close();
  return feed.ready()['resumed'];
};

describe('§26 the feed', () => {
  it('begins with feedReady, and its events have the id of their line', async () => {
    const feed = await openFeed(ada);
    expect(feed.ready()).toEqual({
      id: feed.stream.frames[0]?.id,
      type: 'feedReady',
      occurredAt: expect.stringMatching(/Z$/),
      resumed: false,
    });
    const [conversationId] = signal(ada, 1);
    await eventually(server, 'the event', () => feed.events()[0]);
    expect(feed.events()).toEqual([
      { id: feed.stream.frames[1]?.id, type: 'conversationUpdated', occurredAt: expect.any(String), conversationId },
    ]);
    expect(feed.stream.frames[1]).toMatchObject({
      event: 'conversationUpdated',
      id: expect.stringMatching(/^[\w-]+\.\d+$/),
    });
    feed.stream.close();
  });

  it.each(['header', 'after'] as const)(
    'resumes from the id in %s with everything since, in order and once',
    async (by) => {
      const first = await openFeed(ada);
      const before = signal(ada, 2);
      await eventually(server, 'two events', () => first.events()[1]);
      const last = first.lastId();
      first.stream.close();
      const missed = signal(ada, 3);
      const second = await openFeed(ada, { [by]: last });
      const live = signal(ada, 1);
      await eventually(server, 'the live event', () => second.events()[3]);
      expect(second.ready()).toMatchObject({ resumed: true, id: last });
      expect([rooms(first.events()), rooms(second.events())]).toEqual([before, [...missed, ...live]]);
      second.stream.close();
    },
  );

  it('resumes from the id of feedReady, and twice from the same id', async () => {
    const first = await openFeed(ada);
    first.stream.close();
    const missed = signal(ada, 2);
    for (const _ of [1, 2]) {
      const again = await openFeed(ada, { after: first.lastId() });
      await eventually(server, 'both events', () => again.events()[1]);
      expect(rooms(again.events())).toEqual(missed);
      again.stream.close();
    }
  });

  it('reads the header rather than the query', async () => {
    const { stream, lastId } = await openFeed(ada);
    stream.close();
    expect(await resumed(ada, { header: lastId(), after: 'x' })).toBe(true);
    expect(await resumed(ada, { header: 'x', after: lastId() })).toBe(false);
  });

  it('does not resume, and does not refuse, an id that is not of this feed', async () => {
    const ben = await signUp(server);
    const [own, others] = [await openFeed(ada), await openFeed(ben)];
    const [epoch, n] = own.lastId().split('.') as [string, string];
    const strange = [
      '',
      'x',
      '.',
      `${epoch}`,
      `${epoch}.`,
      `${epoch}.-1`,
      `${epoch}.0${n}`,
      `${epoch}.${n}.0`,
      `${epoch}.${n}e0`,
      `${epoch}.${Number(n) + 1}`,
      `${epoch}.${'9'.repeat(400)}`,
      `x${epoch}.${n}`,
      `${epoch.toLowerCase()}x.${n}`,
      others.lastId(),
      'evt_1_1',
      '\u0000',
      'é'.repeat(100),
    ];
    for (const after of strange) expect([after, await resumed(ada, { after })]).toEqual([after, false]);
    own.stream.close();
    others.stream.close();
  });

  it('resumes over 1,024 events and not over more', async () => {
    const cleo = await signUp(server);
    const first = await openFeed(cleo);
    const start = first.lastId();
    first.stream.close();
    const missed = signal(cleo, 1024);
    const second = await openFeed(cleo, { after: start });
    await eventually(server, 'all events', () => second.events()[1023]);
    expect(rooms(second.events())).toEqual(missed);
    second.stream.close();
    signal(cleo, 1);
    expect(await resumed(cleo, { after: start })).toBe(false);
  });

  it('does not resume from an id that was followed by an event more than 5 minutes ago', async () => {
    const [first, other] = [await openFeed(ada), await openFeed(ada)];
    first.stream.close();
    signal(ada, 1);
    await server.clock.leap(5 * minuteMs - 1000);
    expect(await resumed(ada, { after: first.lastId() })).toBe(true);
    await server.clock.leap(2000);
    expect(await resumed(ada, { after: first.lastId() })).toBe(false);
    other.stream.close();
  });

  it('resumes for a reader that was quiet for longer, from its last event', async () => {
    const first = await openFeed(ada);
    signal(ada, 1);
    await eventually(server, 'the event', () => first.events()[0]);
    await server.clock.leap(4 * minuteMs);
    await server.clock.leap(4 * minuteMs);
    first.stream.close();
    const missed = signal(ada, 1);
    const second = await openFeed(ada, { header: first.lastId() });
    await eventually(server, 'the missed event', () => second.events()[0]);
    expect([second.ready()['resumed'], rooms(second.events())]).toEqual([true, missed]);
    second.stream.close();
  });

  it('forgets a feed 5 minutes after its last reader has gone, and gives no id out again', async () => {
    const dan = await signUp(server);
    const first = await openFeed(dan);
    first.stream.close();
    await eventually(server, 'the end of the stream', async () => (await openStreams(dan)) === 0);
    await server.clock.leap(5 * minuteMs + 1000);
    const second = await openFeed(dan, { after: first.lastId() });
    expect(second.ready()['resumed']).toBe(false);
    const [epoch, n] = first.lastId().split('.');
    expect(second.lastId().split('.')).toEqual([epoch, expect.not.stringMatching(`^${n}$`)]);
    second.stream.close();
  });

  it('has one epoch for each person', async () => {
    const ben = await signUp(server);
    const epochs = [];
    for (const person of [ada, ada, ben]) {
      const feed = await openFeed(person);
      epochs.push(feed.lastId().split('.')[0]);
      feed.stream.close();
    }
    expect(epochs[1]).toBe(epochs[0]);
    expect(epochs[2]).not.toBe(epochs[0]);
  });

  it('counts to the quota of event streams and needs a session', async () => {
    expectRefusal(await ada.get('/v1/feed', { cookie: '' }), 401, 'unauthenticated');
    const eve = await signUp(server);
    const open = await Promise.all(Array.from({ length: server.app.config.eventStreamsMax }, () => openFeed(eve)));
    const refused = await openEventStream(`${server.baseUrl}/v1/events`, { cookie: eve.cookie });
    expect([refused.status, JSON.parse(refused.raw).error.code]).toEqual([403, 'quota_exceeded']);
    for (const { stream } of open) stream.close();
  });

  it('takes a bearer token, and ends with it', async () => {
    const gil = await signUp(server);
    const { body } = await gil.post('/v1/tokens', { name: 'reader' });
    const stream = await openEventStream(`${server.baseUrl}/v1/feed`, { authorization: `Bearer ${body.token}` });
    await eventually(server, 'the first frame', () => stream.frames[0]);
    await gil.del(`/v1/tokens/${body.item.tokenId}`);
    await eventually(server, 'the end', () => stream.ended);
  });

  it('ends with the session that opened it', async () => {
    const fay = await signUp(server);
    const { stream } = await openFeed(fay);
    await fay.del('/v1/session');
    await eventually(server, 'the end', () => stream.ended);
  });

  it('has everything of GET /v1/events but streamReady', async () => {
    const [feed, events] = [
      await openFeed(ada),
      await openEventStream(`${server.baseUrl}/v1/events`, { cookie: ada.cookie }),
    ];
    await eventually(server, 'streamReady', () => events.frames[0]);
    signal(ada, 3);
    await eventually(server, 'the events', () => events.frames[3] && feed.events()[2]);
    const rest = (frames: { event: string | undefined; data: string }[]) =>
      frames.slice(1).map(({ event, data }) => ({ event, ...JSON.parse(data), id: null }));
    expect(rest(feed.stream.frames)).toEqual(rest(events.frames));
    feed.stream.close();
    events.close();
  });
});
