import { stepCountIs, streamText } from 'ai';
import type { LanguageModel, ToolSet } from 'ai';
import type { Agent } from '../agent.ts';
import type { Context } from '../context.ts';
import { answerApprovals } from './answer-approvals.ts';
import { questionFor, type Questions } from './question-for.ts';
import { remember } from './remember.ts';
import { platformTools } from './platform-tools.ts';
import { showTurn } from './show-turn.ts';

/** What a chat of `parleyChat` is made of. */
export interface ParleyChatOptions<Tools extends ToolSet = ToolSet> {
  /** A model of the AI SDK, such as `anthropic('claude-sonnet-4-5')`. */
  readonly model: LanguageModel;
  /** Tools of the agent's own. One with `needsApproval` runs once the person has approved it, which needs `decision.request`. */
  readonly tools?: Tools;
  /**
   * What the person is asked about a call of a tool with `needsApproval`, by the tool's name; the arguments are shown beside it. The
   * tool's `description` where nothing is said.
   *
   * @example ask: { refund: ({ amount, to }) => ({ action: `Pay ${amount} EUR back to ${to}` }) }
   */
  readonly ask?: Questions<NoInfer<Tools>>;
  /** The system prompt, or how it is made for a message. */
  readonly system?: string | ((ctx: Context<'message.created'>) => string | Promise<string>);
  /** How many messages of the conversation the model sees, 1 to 1,000; 30 where nothing is said. Others need `history.read`. */
  readonly memory?: number;
  /** Leaves out the platform's tools that the person grants; they are offered beside the agent's own where this is not false. */
  readonly platformTools?: boolean;
  /** How often the model may go on after tools in one turn, and how many turns approvals may begin: 10 where nothing is said. */
  readonly steps?: number;
}

const usualMemory = 30;
const usualSteps = 10;

/**
 * Has a model of the AI SDK (`ai` 6) answer every message: its text appears as it is written, its tools run, what needs approval is a
 * decision of the person, and Stop ends it.
 *
 * @example
 * const agent = Agent.fromEnv(process.env);
 * parleyChat(agent, { model: anthropic('claude-sonnet-4-5'), tools: { deleteFile } });
 * await agent.startRelay();
 */
export function parleyChat<State extends object, Tools extends ToolSet = ToolSet>(
  agent: Agent<State>,
  options: ParleyChatOptions<Tools>,
): Agent<State> {
  const untyped = options as unknown as ParleyChatOptions;
  agent.on('message.created', (ctx) => answer(ctx as unknown as Context<'message.created'>, untyped));
  return agent;
}

async function answer(ctx: Context<'message.created'>, options: ParleyChatOptions): Promise<void> {
  const { model, steps = usualSteps } = options;
  // The person waits for all three, and none waits for another.
  const [system, offered, messages] = await Promise.all([
    typeof options.system === 'function' ? options.system(ctx) : options.system,
    options.platformTools === false ? {} : platformTools(ctx),
    remember(ctx, options.memory ?? usualMemory),
  ]);
  const tools: ToolSet = { ...offered, ...options.tools };

  for (let turns = 0; turns < steps; turns += 1) {
    const turn = streamText({
      model,
      messages,
      tools,
      ...(system === undefined ? {} : { system }),
      stopWhen: stepCountIs(steps),
      abortSignal: ctx.signal,
      // What goes wrong is thrown by `showTurn`, and reported like any error of a handler.
      onError: () => undefined,
    });
    const approvals = await showTurn(ctx, turn.fullStream);
    if (approvals.length === 0) return;
    messages.push(
      ...(await turn.response).messages,
      await answerApprovals(ctx, approvals, (call) => questionFor(call, options)),
    );
  }
  throw new Error(
    `The model asked for approvals in ${steps} turns and came to no end; raise \`steps\` where it should.`,
  );
}
