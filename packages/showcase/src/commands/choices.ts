import { buttons, card, choices, form, text } from '@parley/agent-sdk';
import type { Command } from '../command.ts';

export const cardBlock = card('A pot of mountain tea', {
  body: 'Thyme, mint and a little honey. Serves two, or one who is in no hurry.',
  price: { amount: 3, unit: 'coin' },
  purchase: { label: 'Buy for 3 coins', reason: 'A pot of mountain tea' },
  actions: choices([
    { label: 'What is in it?', payload: 'table' },
    { label: 'Where is it from?', payload: 'location' },
  ]),
});

export const buttonsBlock = buttons(['Tea', 'Coffee', { label: 'Surprise me', payload: 'stream a story' }]);

export const formBlock = form(
  'picnic',
  [
    { name: 'name', label: 'Your name', field_type: 'text', required: true },
    { name: 'guests', label: 'How many come?', field_type: 'number', required: true },
    { name: 'day', label: 'Which day?', field_type: 'date' },
    {
      name: 'dish',
      label: 'What do you bring?',
      field_type: 'select',
      options: choices(['Bread and cheese', 'Fruit', 'Cake']),
    },
  ],
  { submit_label: 'Join the picnic' },
);

export const choiceCommands: Command[] = [
  {
    name: 'card',
    run: (ctx) => ctx.reply([text('A card. Its actions come back to me as messages of yours.'), cardBlock]),
  },
  { name: 'buttons', run: (ctx) => ctx.reply([text('What would you like to drink?'), buttonsBlock]) },
  {
    name: 'form',
    run: (ctx) => ctx.reply([text('A form. Your answers come to me alone and are not posted in the room.'), formBlock]),
  },
];
