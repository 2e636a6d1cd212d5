import { expect, it } from 'vitest';
import type { OutgoingMessage } from '../../api/outbox.ts';
import { agents, me, mine, roomId } from '../../testing/samples.ts';
import { pressedChoices } from './pressed-choices.ts';

const outgoing = (more: Partial<OutgoingMessage>): OutgoingMessage => ({
  key: 'k',
  conversationId: roomId,
  text: 'yes',
  createdAt: '',
  state: 'sending',
  place: 1,
  failure: null,
  ...more,
});

it('finds what was chosen, in what is stored and in what is on its way', () => {
  const offer = agents(1, { choiceStates: { 0: { label: 'Photos' } } });
  const { messageId } = offer;
  const messages = [offer, mine(2, { body: 'photos', choice: { messageId, block: 0, label: 'Photos' } })];
  const choice = { choice: { messageId, block: 1, purchase: true as const }, label: 'Book' };
  const { said, chose } = pressedChoices(messages, [outgoing({ choice })], me.userId);
  expect([...said]).toEqual([[messageId, { 0: { label: 'Photos' }, 1: { label: 'Book' } }]]);
  expect([...chose]).toEqual([
    ['msg_2', 'Photos'],
    ['k', 'Book'],
  ]);
});

it('takes words that say what a choice sends as words', () => {
  const blocks = [{ type: 'buttons' as const, buttons: [{ label: 'Yes', payload: 'yes' }] }];
  const { said, chose } = pressedChoices([agents(1, { blocks }), mine(2, { body: 'yes' })], [outgoing({})], me.userId);
  expect([said.size, chose.size]).toEqual([0, 0]);
});

it('takes back a choice that could not be sent', () => {
  const choice = { choice: { messageId: agents(1).messageId, block: 0, payload: 'yes' }, label: 'Yes' };
  const { said } = pressedChoices([], [outgoing({ choice, state: 'failed' })], me.userId);
  expect(said.size).toBe(0);
});
