import type { Command } from './command.ts';
import { chartCommands } from './commands/charts.ts';
import { choiceCommands } from './commands/choices.ts';
import { dataCommands } from './commands/data.ts';
import { everyBlock } from './commands/every-block.ts';
import { help } from './commands/help.ts';
import { mediaCommands } from './commands/media.ts';
import { placeAndTimeCommands } from './commands/places-and-times.ts';
import { storyCommand } from './commands/story.ts';
import { workCommands } from './commands/work.ts';

/** All that the showcase does on request. */
export const commands: readonly Command[] = [
  help,
  storyCommand,
  everyBlock,
  ...choiceCommands,
  ...dataCommands,
  ...chartCommands,
  ...placeAndTimeCommands,
  ...workCommands,
  ...mediaCommands,
];
