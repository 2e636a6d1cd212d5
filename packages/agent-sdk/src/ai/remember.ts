import type { ModelMessage } from 'ai';
import type { Context } from '../context.ts';

type Said = Context<'message.created'>['messages'][number];

/** What was said so far, as a model takes it, with the messages that have to be answered last. */
export async function remember(ctx: Context<'message.created'>, limit: number): Promise<ModelMessage[]> {
  const granted = await ctx.granted;
  const asked = new Set(ctx.messages.map(({ id }) => id));
  const before: readonly Said[] = granted.includes('history.read') ? await ctx.history({ limit }) : [];
  const said = [...before.filter(({ id }) => !asked.has(id)), ...ctx.messages];
  return said.map((message) => toModel(message, ctx.agentId));
}

/** Other agents speak beside the person, by their id: to this one they are people too. */
function toModel(message: Said, ownId: string): ModelMessage {
  const { author, author_id: id } = message;
  const content = wordsOf(message);
  if (id === ownId) return { role: 'assistant', content };
  return { role: 'user', content: author === 'agent' ? `${id}: ${content}` : content };
}

/** A message without words is an attachment, of which a model learns that it is there. */
function wordsOf({ text, blocks = [] }: Said): string {
  return text || `[${blocks.map(({ type }) => type).join(', ') || 'no words'}]`;
}
