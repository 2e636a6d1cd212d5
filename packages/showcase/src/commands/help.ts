import { buttons, text } from '@parley/agent-sdk';
import type { Command } from '../command.ts';

/** The commands that stand as buttons under the help, at most 5 a row. */
export const helpButtons = ['stream a story', 'chart', 'form', 'card', 'show every block'];

export const helpBlocks = [
  text(
    [
      'Hello! I am the **showcase** agent. I have no great wisdom, but I can show you everything that an agent can say here.',
      '',
      'Press a button, or write one of these:',
      '',
      '- **Choices:** `card`, `buttons`, `form`',
      '- **Data:** `table`, `list`, `chart` (also `chart line`, `chart pie`, `chart scatter`)',
      '- **Files:** `image`, `audio`, `file`',
      '- **Places and times:** `location`, `event`, `notification`',
      '- **Work in progress:** `progress`, `thinking`, `intent`, `needs human`',
      '',
      'Anything else I simply say back.',
    ].join('\n'),
  ),
  buttons(helpButtons),
];

export const help: Command = {
  name: 'help',
  aliases: ['hi', 'hello', 'hey', 'start', '?', 'what can you do?', 'what can you do'],
  run: (ctx) => ctx.reply(helpBlocks),
};
