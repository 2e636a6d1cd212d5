import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId, type UserId } from '@parley/protocol';
import { tell } from '../../platform/signals/signal.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { eventually } from '../../testing/contract/eventually.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { connectBrowser, type RawBrowser } from '../fixtures/raw-browser.ts';
import { watchResponses, type WatchedResponses } from '../fixtures/watch-responses.ts';

const tabCount = 2_000;
let server: TestServer;
let ada: Person;
let bob: Person;
let tabs: RawBrowser[];
let responses: WatchedResponses;

beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
});
afterAll(() => server.stop());
beforeEach(async () => {
  responses = watchResponses('/v1/events');
  tabs = [];
  while (tabs.length < tabCount) {
    const more = await Promise.all(Array.from({ length: 100 }, () => connectBrowser(server.baseUrl, ada.cookie)));
    for (const tab of more) tab.ask('/v1/events');
    tabs.push(...more);
    await until('the streams', () => more.every(({ read }) => read.text.includes('streamReady')));
  }
  for (const { read } of tabs) read.text = '';
});
afterEach(async () => {
  responses.stop();
  for (const { socket } of tabs) socket.resetAndDestroy();
  await until('the streams to end', () => responses.all.every(({ destroyed }) => destroyed));
});

const until = (what: string, holds: () => boolean) => eventually(server, what, async () => holds());
const turn = () => new Promise((resolve) => setImmediate(resolve));

function changed(...people: Person[]): string {
  const conversationId = newId('conversation');
  const userIds = people.map(({ userId }) => userId as UserId);
  server.app.hub.publishHere([tell(userIds, 'conversationUpdated', { conversationId })]);
  return conversationId;
}

const heard = ({ read }: RawBrowser): string[] =>
  [...read.text.matchAll(/"conversationId":"(\w+)"/g)].map(([, conversationId = '']) => conversationId);
const hearing = (conversationId: string) => tabs.filter(({ read }) => read.text.includes(conversationId)).length;

/** Opens one more stream. */
async function openTab(person: Person): Promise<RawBrowser> {
  const tab = await connectBrowser(server.baseUrl, person.cookie);
  tab.ask('/v1/events');
  tabs.push(tab);
  await until('the stream', () => tab.read.text.includes('streamReady'));
  return tab;
}

describe('a signal to thousands of streams', () => {
  it('lets another request be answered before all have heard it', async () => {
    const other = await connectBrowser(server.baseUrl, '');
    const id = changed(ada);
    other.ask('/v1/session');
    await once(other.socket, 'data');
    expect(hearing(id)).toBeLessThan(tabCount);
    await until('all to hear it', () => hearing(id) === tabCount);
    other.socket.destroy();
  });

  it('lets somebody hear another before it has reached them all', async () => {
    const bystander = await openTab(bob);
    const toMany = changed(ada);
    await turn();
    const toOne = changed(bob);
    await once(bystander.socket, 'data');
    expect(bystander.read.text).toContain(toOne);
    expect(hearing(toMany)).toBeLessThan(tabCount);
    await until('all to hear it', () => hearing(toMany) === tabCount);
  });

  it('reaches each of them once and in order, whatever is told meanwhile', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) {
      ids.push(changed(ada), changed(ada));
      for (let turns = 0; turns < count; turns++) await turn();
    }
    await until('all to hear the last', () => hearing(ids.at(-1) ?? '') === tabCount);
    for (const tab of tabs) expect(heard(tab)).toEqual(ids);
  });

  it('leaves in one write with what is told before its turn has come', async () => {
    const { socket } = responses.all.at(-1) as ServerResponse;
    const write = vi.spyOn(socket as NonNullable<typeof socket>, 'write');
    const ids = [changed(ada)];
    for (let turns = 0; turns < 20; turns++) {
      await turn();
      ids.push(changed(ada));
    }
    await until('all to hear the last', () => hearing(ids.at(-1) ?? '') === tabCount);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('goes to those who stay where half of them leave before their turn', async () => {
    const id = changed(ada);
    await turn();
    const gone = tabs.filter((_, place) => place % 2 === 1);
    for (const { socket } of gone) socket.resetAndDestroy();
    tabs = tabs.filter((_, place) => place % 2 === 0);
    await until('the others to hear it', () => hearing(id) === tabCount / 2);
    const next = changed(ada);
    await until('the others to hear the next', () => hearing(next) === tabCount / 2);
  });
});
