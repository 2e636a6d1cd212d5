import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Outbox } from '../../../api/outbox.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { OutboxContext } from '../../../api/use-outbox.ts';
import { agent, me, roomId } from '../../../testing/samples.ts';
import { Composer } from '../composer.tsx';
import { foundMembers } from './found-members.ts';

const person = (handle: string, displayName: string) => ({ userId: `usr_${handle}`, handle, displayName }) as const;
const members = {
  agentMembers: [agent],
  userMembers: [person('ben', 'Ben Li'), person('z-berg', 'Zoë Berg')],
};

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

function show() {
  const send = vi.fn(() => Promise.resolve());
  const client = new QueryClient();
  client.setQueryData(queryKeys.session, me);
  render(
    <QueryClientProvider client={client}>
      <OutboxContext value={{ send } as unknown as Outbox}>
        <Composer conversationId={roomId} to="Echo" members={members} />
      </OutboxContext>
    </QueryClientProvider>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Echo' });
  const write = (value: string, at = value.length) => {
    field.value = value;
    field.setSelectionRange(at, at);
    fireEvent.input(field);
  };
  return { send, field, write, key: (key: string) => fireEvent.keyDown(field, { key }) };
}

const offered = () => screen.findAllByRole('option').then((all) => all.map(({ textContent }) => textContent));

it('§28 an @ offers the members of the room, found by handle and by each word of the name', () => {
  const found = (query: string) => foundMembers(members, query).map(({ handle }) => handle);
  expect(found('')).toEqual(['echo', 'ben', 'z-berg']);
  expect(found('B')).toEqual(['ben', 'z-berg']);
  expect(found('zoe')).toEqual(['z-berg']);
  expect(found('li')).toEqual(['ben']);
  expect(found('nobody')).toEqual([]);
});

it('§28 arrows choose, and Enter puts the handle at the cursor instead of sending', async () => {
  const { send, field, write, key } = show();
  write('Hello @b, come', 8);
  expect(await offered()).toHaveLength(2);
  key('ArrowDown');
  const chosen = screen.getByRole('option', { selected: true });
  expect(chosen.textContent).toContain('Zoë Berg');
  expect(field.getAttribute('aria-activedescendant')).toBe(chosen.id);
  key('Enter');
  expect(field.value).toBe('Hello @z-berg , come');
  expect(field.selectionStart).toBe('Hello @z-berg '.length);
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field.getAttribute('aria-activedescendant')).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

it('§28 Tab and a press put the handle, too, and Escape closes the list of this @ alone', async () => {
  const { field, write, key } = show();
  write('@e');
  await offered();
  key('Tab');
  expect(field.value).toBe('@echo ');
  write('@ben');
  fireEvent.click((await screen.findAllByRole('option'))[0] as HTMLElement);
  expect(field.value).toBe('@ben ');
  write('@b');
  await offered();
  key('Escape');
  expect(screen.queryByRole('listbox')).toBeNull();
  write('@be');
  expect(screen.queryByRole('listbox')).toBeNull();
  write('@be and @');
  expect(await offered()).toHaveLength(3);
});

it('§28 an address is no mention, and Enter sends where no member is found', async () => {
  const { send, write, key } = show();
  write('me@b');
  expect(screen.queryByRole('listbox')).toBeNull();
  write('@nobody');
  await screen.findByText('No member found');
  key('Enter');
  expect(send).toHaveBeenCalledOnce();
});
