import { mentionedHandles } from '@parley/protocol';
import { cleanup, render } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { linkify } from './linkify.tsx';
import { MentionsContext } from './mentions.tsx';
import type { Mentioned } from './mentions.tsx';

afterEach(cleanup);

const members = new Map<string, Mentioned>([
  ['ada', { kind: 'mine', name: 'Ada' }],
  ['echo_2', { kind: 'agent', name: 'Echo' }],
  ['ben', { kind: 'person', name: 'Ben Li' }],
]);

function marked(text: string): string[] {
  const { container } = render(<MentionsContext value={members}>{linkify(text)}</MentionsContext>);
  expect(container.textContent).toBe(text);
  // The server decides by the rule of the protocol whom a text mentions.
  expect([...mentionedHandles(text)].filter((handle) => members.has(handle))).toEqual([
    ...new Set([...container.querySelectorAll('bdi')].map((each) => each.textContent.slice(1).toLowerCase())),
  ]);
  return [...container.querySelectorAll('bdi')].map((each) => `${each.dataset['kind']} ${each.textContent}`);
}

it('§28 marks mentions of members, without case, and the reader’s own apart', () => {
  expect(marked('@Ada, ask @echo_2 or (@ben).')).toEqual(['mine @Ada', 'agent @echo_2', 'person @ben']);
});

it('§28 leaves addresses, longer handles and strangers as they are', () => {
  expect(marked('ada@ben.example @ada-lovelace x@ada .@ada @@ada é@ada @stranger @')).toEqual([]);
});

it('§28 marks a mention beside an address', () => {
  expect(marked('@ben see https://parley.example/ada or mail@ada.example')).toEqual(['person @ben']);
});
