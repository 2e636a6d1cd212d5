import { buttons, text } from '@parley/agent-sdk';
import type { Command, MessageContext } from '../command.ts';
import { ungranted } from './permissions.ts';

const name = 'water the plants';

/** More than three, because the app suggests a permission that lasts after the third approval of the same call. */
const plants = ['mint', 'basil', 'thyme', 'fig tree'];

/** The arguments stay the same, and the amount is a number, so that a person can bound it. */
const water = { amount: 1, reason: 'Water from the plant shop' };

/** Asks for the same small payment again and again, so that the person meets a permission that lasts. */
export const plantCommand: Command = {
  name,
  aliases: ['water', 'plants', 'plant shop', 'standing permission'],
  waits: true,
  run: waterPlants,
};

async function waterPlants(ctx: MessageContext): Promise<unknown> {
  if (!(await ctx.granted).includes('coin.charge')) return ctx.reply(ungranted('coin.charge', name));
  await ctx.reply(
    `The plant shop asks **1 coin** for each of your ${plants.length} plants, and so I ask you each time. Is that too often? ` +
      'Approve with **the same until…**, and within the bounds that you set I ask no more.',
  );
  for (const plant of plants) {
    const { outcome } = await ctx.invoke('coin.charge', water, { kind: name });
    if (outcome !== 'succeeded') return ctx.reply(`The ${plant} stays dry: ${outcome}. I ask for nothing more.`);
    await ctx.reply(`The **${plant}** has its water.`);
  }
  const again = { label: 'Water them again', payload: name };
  return ctx.reply([
    text('All of them are watered. See under **Permissions** what I may do.'),
    buttons([again, 'help']),
  ]);
}
