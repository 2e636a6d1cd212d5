import type { Command } from './command.ts';
import { chartCommands } from './commands/charts.ts';
import { choiceCommands } from './commands/choices.ts';
import { dataCommands } from './commands/data.ts';
import { everyBlock } from './commands/every-block.ts';
import { hello, help, whatElse } from './commands/help.ts';
import { mediaCommands } from './commands/media.ts';
import { permissionCommands } from './commands/permissions.ts';
import { placeAndTimeCommands } from './commands/places-and-times.ts';
import { planCommands } from './commands/plans.ts';
import { plantCommand } from './commands/plants.ts';
import { storyCommand } from './commands/story.ts';
import { turnCommands } from './commands/turns.ts';
import { workCommands } from './commands/work.ts';

/** All commands of the showcase. */
export const commands: readonly Command[] = [
  hello,
  help,
  whatElse,
  ...permissionCommands,
  plantCommand,
  ...planCommands,
  ...turnCommands,
  storyCommand,
  everyBlock,
  ...choiceCommands,
  ...dataCommands,
  ...chartCommands,
  ...placeAndTimeCommands,
  ...workCommands,
  ...mediaCommands,
];
