import type { ModelMessage } from 'ai';
import { partsOf } from './attachments.ts';
import { remember } from './memory.ts';
import type { AskedBy, Asking, FinishedAnswer, Seat } from './seat.ts';
import { Talk } from './talk.ts';
import { resultText } from './tools.ts';

/** Answers a message: its words appear as the model writes them, and Stop ends the model's request. */
export async function answerMessage(ctx: Asking, seat: Seat): Promise<void> {
  if (await isTurnedAway(ctx, seat)) return;
  const [older, content] = await Promise.all([remember(ctx, seat), partsOf(ctx, seat.settings.images ?? false)]);
  await answer(ctx, seat, { older, newer: [{ role: 'user', content }] });
}

/** Continues with a tool result that no running handler waits for, as after a restart. */
export async function answerResult(ctx: Asking, seat: Seat): Promise<void> {
  if (!ctx.is('tool.result')) return;
  const { tool, outcome, content } = ctx.envelope.tool_result;
  // The person knows what they denied, and what they let expire.
  if (outcome === 'denied' || outcome === 'expired') return;
  if (await isTurnedAway(ctx, seat)) return;
  const result = resultText(content);
  const words = `[You called the tool ${tool} earlier in this conversation. It ${outcome}, with this result: ${result}]`;
  await answer(ctx, seat, { older: await remember(ctx, seat), newer: [{ role: 'user', content: words }] });
}

async function isTurnedAway(ctx: Asking, seat: Seat): Promise<boolean> {
  const words = await seat.admit(askedBy(ctx));
  if (words === null) return false;
  await ctx.reply(words);
  return true;
}

async function answer(
  ctx: Asking,
  seat: Seat,
  messages: { readonly older: ModelMessage[]; readonly newer: ModelMessage[] },
): Promise<void> {
  const startedAt = seat.clock.now();
  const talk = new Talk(ctx, seat, messages);
  try {
    for (;;) {
      await ctx.stream(talk.message());
      if (talk.isOver) break;
      await talk.decide();
    }
  } catch (error) {
    await tell(ctx, seat, finished(ctx, seat, talk, 'stopped'));
    throw error;
  }
  const done = finished(ctx, seat, talk, talk.failure?.kind ?? null);
  note(seat, talk, done, seat.clock.now() - startedAt);
  await tell(ctx, seat, done);
}

/** Counts the answer, and writes its line of the log. */
function note({ counters, log }: Seat, { failure }: Talk, answer: FinishedAnswer, ms: number): void {
  const { userId: _, failure: kind, cost, currency, ...details } = answer;
  const price = cost === null ? {} : { cost, currency };
  if (failure === null) {
    counters.answered();
    return log('info', 'The model answered.', { ...details, ...price, ms });
  }
  counters.failed(failure);
  log('error', 'The model failed.', { ...details, ...price, ms, kind, reason: failure.message });
}

async function tell(ctx: Asking, { onAnswer, log }: Seat, answer: FinishedAnswer): Promise<void> {
  try {
    await onAnswer(answer);
  } catch (error) {
    log('error', 'Could not report an answer.', { deliveryId: ctx.deliveryId, error });
  }
}

function finished(ctx: Asking, seat: Seat, talk: Talk, failure: FinishedAnswer['failure']): FinishedAnswer {
  const { input, output, steps } = talk.spent;
  const cost = seat.counters.costOf({ input, output });
  const currency = cost === null ? null : (seat.settings.prices?.currency ?? 'USD');
  const counts = { steps, inputTokens: input, outputTokens: output };
  return { ...askedBy(ctx), model: seat.modelName, ...counts, cost, currency, failure };
}

const askedBy = ({ deliveryId, conversationId, user }: Asking): AskedBy => ({
  deliveryId,
  conversationId,
  userId: user.id,
});
