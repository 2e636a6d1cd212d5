import { RefusedError, text, type Context, type SendableBlock } from '@parley/agent-sdk';
import { pause } from '../until-stopped.ts';
import { blocksIn, faultOf, type Fault } from './blocks-in.ts';

/** What people do in a room. What follows from an agent's own acts, and calls of agents, is not answered, so that nothing goes in circles. */
export const heard = ['message.created', 'form.submitted', 'member.joined', 'task.assigned', 'task.cancelled'] as const;

export type Heard = Context<(typeof heard)[number]>;

export const whatItDoes =
  'Send me blocks as JSON, such as `[{"type": "text", "text": "Hello"}]`, and I answer with exactly these, or with what is wrong with them.';

/** How long a draft stays before the reply takes its place. */
const draftMs = 4000;

/**
 * Answers a delivery of a person once: JSON with the blocks that it holds, a press, a form or any other event with the event itself.
 *
 * @param isPress Whether the person pressed something, which an agent cannot tell from a written message.
 */
export async function answer(ctx: Heard, isPress: (ctx: Heard) => Promise<boolean>): Promise<void> {
  if (ctx.is('task.assigned')) {
    await ctx.updateTask('completed', { content: asGot(ctx), idempotencyKey: ctx.deliveryId });
    return;
  }
  if (!ctx.is('message.created')) return say(ctx, asGot(ctx));
  if (ctx.messages.at(-1)?.author !== 'user') return;
  if (ctx.blocks.length > 0 || (await isPress(ctx))) return say(ctx, asGot(ctx));
  const found = blocksIn(ctx.text);
  if (found === null) return say(ctx, [text(whatItDoes)]);
  if ('fault' in found) return say(ctx, asRefused(found.fault));
  try {
    await (found.mode === 'partial' ? showDraft(ctx, found.blocks) : say(ctx, found.blocks));
  } catch (error) {
    // The platform alone knows whether an asset exists, for example.
    if (!(error instanceof RefusedError) || error.path === undefined) throw error;
    const { code, reason, path, hint } = error;
    await ctx.reply(asRefused(faultOf({ code, reason, path, hint }, found.at)), {
      idempotencyKey: `${ctx.deliveryId}-refused`,
    });
  }
}

/** The key makes it one answer, also where a restart has the delivery come again. */
async function say(ctx: Heard, blocks: readonly SendableBlock[]): Promise<void> {
  await ctx.reply(blocks, { idempotencyKey: ctx.deliveryId });
}

async function showDraft(ctx: Heard, blocks: readonly SendableBlock[]): Promise<void> {
  await ctx.partial(blocks);
  await pause(draftMs, ctx.signal);
  const kept = blocks.filter(({ type }) => type !== 'intent');
  await say(ctx, kept.length > 0 ? kept : [text('The draft is over. A reply holds no intents, so nothing is left.')]);
}

function asRefused({ code, path, message, hint }: Fault): SendableBlock[] {
  const place = path === '' ? '' : ` at \`${path}\``;
  return [text([`Refused: \`${code}\`${place}`, message, hint].filter((line) => line !== '').join('\n\n'))];
}

/** A text block holds 10,000 characters. */
const mostCharacters = 9_500;

function asGot(ctx: Heard): SendableBlock[] {
  const json = Array.from(JSON.stringify(ctx.envelope, null, 2));
  const shown = json.length > mostCharacters ? `${json.slice(0, mostCharacters).join('')}…` : json.join('');
  return [text(`What an agent gets:\n\n\`\`\`json\n${shown}\n\`\`\``)];
}
