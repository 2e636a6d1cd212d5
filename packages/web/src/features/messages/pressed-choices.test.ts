import type { ReadBlock } from '@parley/protocol';
import { expect, it } from 'vitest';
import { agents, me, mine, roomId } from '../../testing/samples.ts';
import { pressedChoices } from './pressed-choices.ts';

const buttons: ReadBlock[] = [{ type: 'buttons', buttons: [{ label: 'Photos', payload: 'show me photos' }] }];
const card: ReadBlock[] = [{ type: 'card', title: 'A room', purchase: { label: 'Book', reason: 'A night.' } }];

it('finds what a press sent, in what is stored and in what is on its way', () => {
  const messages = [agents(1, { blocks: buttons }), mine(2, { body: 'show me photos' }), agents(3, { blocks: card })];
  const pressed = {
    key: 'k',
    conversationId: roomId,
    createdAt: '',
    state: 'sending',
    place: 1,
    failure: null,
  } as const;
  const { said, chose } = pressedChoices(messages, [{ ...pressed, text: 'purchase: A room' }], me.userId);
  expect([...said]).toEqual([
    ['msg_1', 'show me photos'],
    ['msg_3', 'purchase: A room'],
  ]);
  expect([...chose]).toEqual([
    ['msg_2', 'Photos'],
    ['k', 'Book'],
  ]);
});

it('takes the same words said later, or said before, as words', () => {
  const messages = [mine(1, { body: 'show me photos' }), agents(2, { blocks: buttons }), mine(3, { body: 'No.' })];
  const { said, chose } = pressedChoices([...messages, mine(4, { body: 'show me photos' })], [], me.userId);
  expect([said.size, chose.size]).toEqual([0, 0]);
});
