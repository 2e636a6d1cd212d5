import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { withMessages, withNewestPage } from '../../api/room-messages.ts';
import { agents, delivery, draft, me, mine } from '../../testing/samples.ts';
import { Announcer, changeBetween } from './announcer.tsx';

afterEach(cleanup);

const asked = withNewestPage(undefined, [mine(1, { deliveries: [delivery()] })]);
const writing = withMessages(asked, [draft('D', 'So')]);

it('says once that an answer begins and once that it is over, and nothing for each word', () => {
  expect(changeBetween(asked, writing, me.userId)).toBe('Echo is answering');
  expect(changeBetween(writing, withMessages(writing, [draft('D', 'So it')]), me.userId)).toBeNull();
  expect(changeBetween(writing, withMessages(writing, [agents(2, { messageId: 'msg_D' })]), me.userId)).toBe(
    'Echo answered',
  );
});

it('says that the agent needs a person', () => {
  const stuck = agents(2, { blocks: [{ type: 'needs_human', reason: 'The gate is locked.' }] });
  expect(changeBetween(asked, withMessages(asked, [stuck]), me.userId)).toBe('Echo needs a person');
});

it('says that another person has written, and nothing of the reader or of what was stopped', () => {
  const bea = mine(2, { author: { type: 'user', id: 'usr_BEA', name: 'Bea' }, body: 'Lunch at one?' });
  expect(changeBetween(asked, withMessages(asked, [bea]), me.userId)).toBe('New message from Bea');
  expect(changeBetween(asked, withMessages(asked, [mine(2)]), me.userId)).toBeNull();
  const stopped = withMessages(asked, [{ ...mine(1, { deliveries: [delivery()] }), stopped: true }]);
  const rest = agents(2, { replyToDeliveryId: 'dlv_1' });
  expect(changeBetween(stopped, withMessages(stopped, [rest]), me.userId)).toBeNull();
});

it('says that the agent could not answer, whichever comes first of the line and the mark on the question', () => {
  const body = '“Echo” could not answer';
  const line = agents(2, { author: { type: 'platform', id: null, name: 'Parley' }, body, blocks: [] });
  const failed = { ...mine(1, { deliveries: [delivery()] }), failed: true } as const;
  for (const [first, second] of [
    [line, failed],
    [failed, line],
  ] as const) {
    const half = withMessages(asked, [first]);
    expect(changeBetween(asked, half, me.userId)).toBeNull();
    const whole = withMessages(half, [second]);
    expect(changeBetween(half, whole, me.userId)).toBe(body);
    expect(changeBetween(whole, withMessages(whole, [failed]), me.userId)).toBeNull();
  }
});

it('says once that a message was edited or deleted, and not its text', () => {
  const bea = mine(2, { author: { type: 'user', id: 'usr_BEA', name: 'Bea' }, body: 'Lunch at one?' });
  const before = withMessages(asked, [bea]);
  const edited = withMessages(before, [{ ...bea, body: 'Lunch at two?', editedAt: bea.createdAt, revision: 1 }]);
  expect(changeBetween(before, edited, me.userId)).toBe('Bea edited a message');
  expect(changeBetween(edited, withMessages(edited, [{ ...mine(1), failed: true }]), me.userId)).toBeNull();
  const deleted = withMessages(edited, [{ ...bea, body: null, deleted: true, revision: 1 }]);
  expect(changeBetween(edited, deleted, me.userId)).toBe('A message from Bea was deleted');
  const own = withMessages(before, [mine(1, { body: 'Mine', revision: 1, deliveries: [delivery()] })]);
  expect(changeBetween(before, own, me.userId)).toBe('Message edited');
});

it('is silent about what was there before', () => {
  const { rerender } = render(<Announcer held={writing} ownUserId={me.userId} />);
  expect(screen.getByRole('status').textContent).toBe('');
  rerender(<Announcer held={withMessages(writing, [agents(2, { messageId: 'msg_D' })])} ownUserId={me.userId} />);
  expect(screen.getByRole('status').textContent).toBe('Echo answered');
});
