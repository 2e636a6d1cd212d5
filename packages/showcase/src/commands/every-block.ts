import { buttons, intent, progress, text } from '@parley/agent-sdk';
import type { Command } from '../command.ts';
import { barChart, lineChart, pieChart, scatterChart } from './charts.ts';
import { buttonsBlock, cardBlock, formBlock } from './choices.ts';
import { listBlock, tableBlock } from './data.ts';
import { audioBlock, fileBlock, imageBlock } from './media.ts';
import { eventBlock, locationBlock, notificationBlock } from './places-and-times.ts';
import { needsHumanBlock, reasoningBlocks } from './work.ts';

/** Everything but a film and what needs a task, in a few replies. */
export const everyBlock: Command = {
  name: 'show every block',
  aliases: ['all', 'every block', 'show all', 'everything'],
  run: async (ctx, pace) => {
    await ctx.partial([intent('Getting everything out of the cupboard'), progress('Unpacking', 30)]);
    await pace(10);
    await ctx.reply([text('**Choices.** You can press these.'), cardBlock, buttonsBlock, formBlock]);
    await ctx.reply([text('**Data.**'), tableBlock, listBlock]);
    await ctx.reply([text('**Charts.**'), barChart, lineChart, pieChart, scatterChart]);
    await ctx.reply([
      text('**Places and times.**'),
      locationBlock,
      eventBlock(ctx.envelope.created_at),
      notificationBlock,
    ]);
    await ctx.reply([text('**Files.**'), await imageBlock(ctx), await audioBlock(ctx), await fileBlock(ctx)]);
    await ctx.reply([
      text('**How I work.**'),
      progress('Showing every block', 90),
      ...reasoningBlocks,
      needsHumanBlock,
    ]);
    return ctx.reply([
      text('That is all, but for films, since I have no camera, and task updates, which need a task.'),
      buttons(['help', 'stream a story', 'progress']),
    ]);
  },
};
