import { text, type SendableBlock } from '@parley/agent-sdk';
import { partsOf } from './attachments.ts';
import { destinationOf, type Destination } from './destination.ts';
import { remember } from './memory.ts';
import type { AskedBy, Asking, FinishedAnswer, Seat } from './seat.ts';
import { Talk } from './talk.ts';

/**
 * Answers a delivery: the words appear as the model writes them. Stop, and the end of a task by its person, end the model's request.
 *
 * @throws What kept it from answering, if that is no failure of the model. A task has then failed, and a calling agent has been told.
 */
export async function answer(ctx: Asking, seat: Seat): Promise<void> {
  if (!isQuestion(ctx)) return;
  const destination = destinationOf(ctx);
  if (!(await destination.begin())) return;
  try {
    const words = await seat.admit(askedBy(ctx));
    if (words === null) await ask(ctx, seat, destination);
    else await destination.end([text(words)], words);
  } catch (error) {
    await giveUp(ctx, seat, destination);
    throw error;
  }
}

function isQuestion(ctx: Asking): boolean {
  // An answer to an answer would be a new call.
  if (ctx.is('agent.call')) return (ctx.envelope.agent_call.in_answer_to ?? null) === null;
  // The person knows what they denied, and what they let expire.
  return !ctx.is('tool.result') || !['denied', 'expired'].includes(ctx.envelope.tool_result.outcome);
}

async function ask(ctx: Asking, seat: Seat, destination: Destination): Promise<void> {
  const [older, content] = await Promise.all([remember(ctx, seat), partsOf(ctx, seat.settings.images ?? false)]);
  const startedAt = seat.clock.now();
  const talk = new Talk(ctx, seat, { older, newer: [{ role: 'user', content }] });
  const send = (blocks: readonly SendableBlock[]): Promise<unknown> =>
    talk.isOver ? destination.end(blocks, talk.failure?.words ?? null) : ctx.reply(blocks);
  try {
    for (;;) {
      await ctx.stream(talk.message(), { send });
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

async function giveUp(ctx: Asking, { log }: Seat, destination: Destination): Promise<void> {
  try {
    await destination.giveUp();
  } catch (error) {
    log('warn', 'Could not end what was asked for.', { deliveryId: ctx.deliveryId, error });
  }
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
