import { intent, needsHuman, progress, text, thinking, toolResult, toolUse } from '@parley/agent-sdk';
import type { Command } from '../command.ts';

export const reasoningBlocks = [
  thinking('They want to know when the sun sets. I should look it up rather than guess.', 'showcase-made-this-up'),
  toolUse('sunset_1', 'almanac.sunset', { place: 'Bern', date: 'today' }),
  toolResult('sunset_1', '{"sunset":"17:04"}'),
  text(
    'The sun sets at four minutes past five. (I made the almanac up, but this is how it looks when an agent uses a tool.)',
  ),
];

export const needsHumanBlock = needsHuman(
  'This is only a demonstration, so nobody has to come. In earnest, I would wait here for a person.',
);

export const workCommands: Command[] = [
  {
    name: 'progress',
    run: async (ctx, pace) => {
      for (const percent of [0, 20, 45, 70, 90]) {
        await ctx.partial(progress('Packing the picnic basket', percent));
        await pace(6);
      }
      return ctx.reply([progress('Packing the picnic basket', 100), text('All packed. The cake is on top.')]);
    },
  },
  {
    name: 'thinking',
    aliases: ['tool', 'tools', 'tool use', 'tool_use', 'tool_result'],
    run: (ctx) => ctx.reply(reasoningBlocks),
  },
  {
    name: 'intent',
    run: async (ctx, pace) => {
      await ctx.partial(intent('Asking the mountain for its opinion'));
      await pace(20);
      return ctx.reply(
        'The mountain says: *take your time*. An intent like the one you saw is gone once the answer is there.',
      );
    },
  },
  {
    name: 'needs human',
    aliases: ['needs_human', 'human', 'ask a human'],
    run: (ctx) => ctx.reply([text('When I cannot go on alone, I say so:'), needsHumanBlock]),
  },
];
