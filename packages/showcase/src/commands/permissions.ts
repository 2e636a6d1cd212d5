import type { Content, ToolCall } from '@parley/agent-sdk';
import { buttons, RefusedError, text } from '@parley/agent-sdk';
import type { Command, MessageContext, Pace } from '../command.ts';

const tea: ToolCall = {
  tool: 'coin.charge',
  requestedScope: 'coin.charge',
  arguments: { amount: 3, reason: 'A pot of mountain tea' },
};
const cupboard: ToolCall = {
  tool: 'decision.request',
  requestedScope: 'decision.request',
  arguments: {
    action: 'Empty the cupboard',
    details: [
      { label: 'Cups', value: '6' },
      { label: 'What happens with them', value: 'They are given away' },
    ],
    arguments: { cups: 6, to: 'the neighbours' },
  },
};

const again = { charge: 'charge 3 coins', decide: 'ask me first', remind: 'remind me' } as const;

/** The commands that need a scope that the person has granted. */
export const permissionCommands: Command[] = [
  {
    name: again.charge,
    aliases: ['charge', 'pay', 'coins', 'buy', 'purchase: A pot of mountain tea'],
    run: (ctx) => ask(ctx, tea, again.charge, 'I have asked you for 3 coins. Nothing is paid before you approve.'),
  },
  {
    name: again.decide,
    aliases: ['decide', 'approve', 'approval', 'decision'],
    run: (ctx) => ask(ctx, cupboard, again.decide, 'Before I do something of my own, I ask. It is for you to decide.'),
  },
  { name: again.remind, aliases: ['reminder'], run: remind },
];

async function ask(ctx: MessageContext, call: ToolCall, command: string, said: string): Promise<unknown> {
  try {
    await ctx.invokeTool(call, { idempotencyKey: ctx.deliveryId });
  } catch (error) {
    return ctx.reply(withoutGrant(error, call.requestedScope, command));
  }
  return ctx.reply(said);
}

async function remind(ctx: MessageContext, pace: Pace): Promise<unknown> {
  const { granted_scopes } = await ctx.client.checkDelivery(ctx.deliveryId);
  if (!granted_scopes.includes('proactive.message')) return ctx.reply(ungranted('proactive.message', again.remind));
  await ctx.reply('I will write to you in about ten seconds, without being asked again.');
  await pace(140);
  return ctx.sendProactive('Here I am, as you asked: **the tea is ready.**', { idempotencyKey: ctx.deliveryId });
}

function withoutGrant(error: unknown, scope: string, command: string): Content {
  if (error instanceof RefusedError && error.code === 'scope_not_granted') return ungranted(scope, command);
  throw error;
}

/** Says what to grant for a command. */
export function ungranted(scope: string, command: string): Content {
  const said = `You have not granted me \`${scope}\`, so I cannot do that. Grant it under **Permissions**, or here in the room, and try again. You can take it back at any time.`;
  return [text(said), buttons([{ label: 'Try again', payload: command }, 'help'])];
}
