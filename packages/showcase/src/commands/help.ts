import { buttons, text } from '@parley/agent-sdk';
import type { SendableBlock } from '@parley/agent-sdk';
import type { Command } from '../command.ts';

/** The commands by kind. Each name is a command and a button in the help. */
const kinds: readonly { readonly title: string; readonly commands: readonly string[] }[] = [
  { title: 'Ask you first', commands: ['charge 3 coins', 'water the plants', 'ask me first', 'remind me'] },
  { title: 'Let you choose', commands: ['form', 'card', 'buttons'] },
  { title: 'Talk', commands: ['stream a story', 'long story', 'right to left', 'fail'] },
  { title: 'Work', commands: ['task', 'schedule', 'progress', 'thinking', 'intent'] },
  { title: 'More of work', commands: ['needs human', 'notification', 'location', 'event', 'list'] },
  { title: 'Show', commands: ['chart', 'chart line', 'chart pie', 'chart scatter', 'table'] },
  { title: 'Files and all the rest', commands: ['image', 'audio', 'video', 'file', 'show every block'] },
];

/** The commands shown as buttons under the greeting, at most 5 per row. */
export const helpButtons = ['charge 3 coins', 'stream a story', 'form', 'show every block', 'what else?'];

const firstWords = [
  'Hello! I am the **showcase** agent. I have no great wisdom, but I can show you everything that an agent can do here, on your terms.',
  '',
  'Try **charge 3 coins**: I may ask only if you grant it, and nothing is paid before you approve. Or press another button:',
].join('\n');

/** The showcase's greeting for a new person. */
export const helpBlocks: SendableBlock[] = [text(firstWords), buttons(helpButtons)];

const everything: SendableBlock[] = kinds.flatMap(({ title, commands }) => [text(`**${title}**`), buttons(commands)]);

const list = kinds.map(({ title, commands }) => `- **${title}:** ${commands.map((name) => `\`${name}\``).join(', ')}`);

/** Short, so that the requested scopes and the first buttons fit on one phone screen. */
export const hello: Command = {
  name: 'hello',
  aliases: ['hi', 'hey', 'start', 'hallo'],
  run: (ctx) => ctx.reply(helpBlocks),
};

export const help: Command = {
  name: 'help',
  aliases: ['?', 'what can you do?', 'what can you do'],
  run: (ctx) =>
    ctx.reply([text(`${firstWords}\n\n${list.join('\n')}\n\nAnything else I simply say back.`), buttons(helpButtons)]),
};

export const whatElse: Command = {
  name: 'what else?',
  aliases: ['what else', 'more', 'everything you can do'],
  run: (ctx) => ctx.reply([text('All that I can do. Press any of these:'), ...everything]),
};
