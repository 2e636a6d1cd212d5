import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { mine, roomId } from '../testing/samples.ts';
import { heldMessages } from './messages.ts';
import { queryKeys } from './query-keys.ts';
import { react, withReaction } from './reactions.ts';
import { withNewestPage } from './room-messages.ts';

const ben = { emoji: '👍', count: 1, mine: false };

afterEach(() => vi.unstubAllGlobals());

/** Answers each call in turn; a body makes it a refusal or a read. */
function server(...answers: readonly (readonly [status: number, body?: unknown])[]) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${decodeURIComponent(url).split('/').slice(-2).join('/')}`);
    const [status, body] = answers[calls.length - 1] ?? [204];
    return Promise.resolve(new Response(body === undefined ? null : JSON.stringify(body), { status }));
  });
  return calls;
}

function room(reactions = [ben]) {
  const client = new QueryClient();
  const message = mine(1, { reactions });
  client.setQueryData(queryKeys.messages(roomId), withNewestPage(undefined, [message]));
  return { client, message, shown: () => heldMessages(client, roomId)?.settled[0]?.reactions };
}

it('§28 a reaction shows before the server answers, and presses arrive in their order', async () => {
  const calls = server();
  const { client, message, shown } = room();
  const added = react(client, message, '👍', true);
  expect(shown()).toEqual([{ emoji: '👍', count: 2, mine: true }]);
  const removed = react(client, message, '👍', false);
  expect(shown()).toEqual([ben]);
  await Promise.all([added, removed]);
  expect(calls).toEqual(['PUT reactions/👍', 'DELETE reactions/👍']);
});

it('§28 a refused reaction goes back to what the server has', async () => {
  const refused = { error: { code: 'too_many_reactions', message: 'Too many kinds.' } };
  const { client, message, shown } = room();
  const calls = server([409, refused], [200, { item: message }]);
  await expect(react(client, message, '🦩', true)).rejects.toThrow('Too many kinds.');
  expect(shown()).toEqual([ben]);
  expect(calls).toEqual(['PUT reactions/🦩', 'GET messages/msg_1']);
});

it('§28 without a connection only that reaction goes back', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  const { client, message, shown } = room();
  await expect(react(client, message, '🦩', true)).rejects.toThrow();
  expect(shown()).toEqual([ben]);
});

it('§28 reactions keep the order of their first use, and go with the last person', () => {
  const both = [ben, { emoji: '🎉', count: 1, mine: true }];
  expect(withReaction(both, '👍', true)).toEqual([{ emoji: '👍', count: 2, mine: true }, both[1]]);
  expect(withReaction(both, '🎉', false)).toEqual([ben]);
  expect(withReaction(both, '🎉', true)).toBe(both);
  expect(withReaction(both, '👀', true)).toEqual([...both, { emoji: '👀', count: 1, mine: true }]);
});
