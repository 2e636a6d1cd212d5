import { buttons, intent, progress, text } from '@parley/agent-sdk';
import type { Command } from '../command.ts';
import { barChart, lineChart, pieChart, scatterChart } from './charts.ts';
import { buttonsBlock, cardBlock, formBlock } from './choices.ts';
import { listBlock, tableBlock } from './data.ts';
import { audioBlock, fileBlock, imageBlock, videoBlock } from './media.ts';
import { eventBlock, locationBlock, notificationBlock } from './places-and-times.ts';
import { sampleTask } from './plans.ts';
import { needsHumanBlock, reasoningBlocks } from './work.ts';

/** Sends every block that an agent may send, in a few replies. */
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
    await ctx.reply([
      text('**Files.**'),
      await imageBlock(ctx),
      await audioBlock(ctx),
      await videoBlock(ctx),
      await fileBlock(ctx),
    ]);
    await ctx.reply([
      text('**How I work.**'),
      progress('Showing every block', 90),
      ...reasoningBlocks,
      sampleTask(),
      needsHumanBlock,
    ]);
    return ctx.reply([
      text(
        'That is all that I can send. Two more are of the platform: the card that asks for your approval, and a date picker, which nobody may send yet.',
      ),
      buttons(['charge 3 coins', 'stream a story', 'help']),
    ]);
  },
};
