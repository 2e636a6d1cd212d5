import type { ToolModelMessage } from 'ai';
import type { Context } from '../context.ts';
import { RefusedError } from '../errors.ts';
import { asObject } from './as-object.ts';
import type { Question } from './question-for.ts';
import type { WantedCall } from './show-turn.ts';

type Answer = Extract<ToolModelMessage['content'][number], { type: 'tool-approval-response' }>;

const why = {
  denied: 'The person said no.',
  expired: 'Nobody decided in time.',
  failed: 'The decision could not be asked for.',
} as const;

/** Asks the person about each call, one after the other, and gives what they said as the model's next message. */
export async function answerApprovals(
  ctx: Context<'message.created'>,
  wanted: readonly WantedCall[],
  questionOf: (call: WantedCall) => Question,
): Promise<ToolModelMessage> {
  const content: Answer[] = [];
  for (const call of wanted) content.push(await ask(ctx, call, questionOf(call)));
  return { role: 'tool', content };
}

async function ask(
  ctx: Context<'message.created'>,
  { approvalId, input }: WantedCall,
  question: Question,
): Promise<Answer> {
  const type = 'tool-approval-response';
  try {
    const decision = await ctx.decide({ ...question, arguments: asObject(input) });
    const said = decision.reason === null ? {} : { reason: `The person said: ${decision.reason}` };
    return {
      type,
      approvalId,
      approved: decision.approved,
      ...(decision.approved ? {} : { reason: why[decision.outcome] }),
      ...said,
    };
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== 'scope_not_granted') throw error;
    // The person sees a card that grants it; the model says what it could not do.
    return { type, approvalId, approved: false, reason: 'The person has not granted decision.request yet.' };
  }
}
