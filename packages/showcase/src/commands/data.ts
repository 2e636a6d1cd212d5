import { list, table, text } from '@parley/agent-sdk';
import type { Command } from '../command.ts';

export const tableBlock = table(
  ['Herb', 'Tastes of', 'Steep for'],
  [
    ['Thyme', 'warm stone and pepper', '6 min'],
    ['Mint', 'a cold morning', '4 min'],
    ['Lemon balm', 'lemon, but kinder', '8 min'],
  ],
);

export const listBlock = list('For a good day outside', [
  'A bottle of water, and a second one',
  'Something to sit on',
  'A friend who knows the way back',
]);

export const dataCommands: Command[] = [
  { name: 'table', run: (ctx) => ctx.reply([text('A table, of up to 8 columns and 50 rows.'), tableBlock]) },
  { name: 'list', run: (ctx) => ctx.reply(listBlock) },
];
