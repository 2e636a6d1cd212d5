import type { ModelMessage } from 'ai';
import { partsOf } from './attachments.ts';
import { remember } from './memory.ts';
import type { Asking, Seat } from './seat.ts';
import { Talk } from './talk.ts';
import { resultText } from './tools.ts';

/** Answers a message: its words appear as the model writes them, and Stop ends the model's request. */
export async function answerMessage(ctx: Asking, seat: Seat): Promise<void> {
  const [older, content] = await Promise.all([remember(ctx, seat), partsOf(ctx, seat.settings.images ?? false)]);
  await answer(ctx, seat, { older, newer: [{ role: 'user', content }] });
}

/** Continues with a tool result that no running handler waits for, as after a restart. */
export async function answerResult(ctx: Asking, seat: Seat): Promise<void> {
  if (!ctx.is('tool.result')) return;
  const { tool, outcome, content } = ctx.envelope.tool_result;
  // The person knows what they denied, and what they let expire.
  if (outcome === 'denied' || outcome === 'expired') return;
  const result = resultText(content);
  const words = `[You called the tool ${tool} earlier in this conversation. It ${outcome}, with this result: ${result}]`;
  await answer(ctx, seat, { older: await remember(ctx, seat), newer: [{ role: 'user', content: words }] });
}

async function answer(
  ctx: Asking,
  seat: Seat,
  messages: { readonly older: ModelMessage[]; readonly newer: ModelMessage[] },
): Promise<void> {
  const { counters, log, clock, modelName: model } = seat;
  const startedAt = clock.now();
  const talk = new Talk(ctx, seat, messages);
  for (;;) {
    await ctx.stream(talk.message());
    if (talk.isOver) break;
    await talk.decide();
  }
  const { deliveryId, conversationId } = ctx;
  const { input, output, steps } = talk.spent;
  const cost = counters.costOf({ input, output });
  const price = cost === null ? {} : { cost, currency: seat.settings.prices?.currency ?? 'USD' };
  const details = { deliveryId, conversationId, model, steps, inputTokens: input, outputTokens: output, ...price };
  const ms = clock.now() - startedAt;
  if (talk.failure === null) {
    counters.answered();
    return log('info', 'The model answered.', { ...details, ms });
  }
  counters.failed(talk.failure);
  log('error', 'The model failed.', { ...details, ms, kind: talk.failure.kind, reason: talk.failure.message });
}
