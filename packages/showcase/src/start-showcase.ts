import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentOptions } from '@parley/agent-sdk';
import { Agent, logToStderr } from '@parley/agent-sdk';
import type { Pace } from './command.ts';
import { commands } from './commands.ts';
import { FailedOnRequest } from './commands/turns.ts';
import { answerEvents } from './events.ts';

export interface ShowcaseOptions extends Pick<AgentOptions, 'baseUrl' | 'agentId' | 'credentialId' | 'secret' | 'log'> {
  /** The duration of one step of slow output, in milliseconds; 70 by default. */
  readonly paceMs?: number;
}

/**
 * Starts the demo agent and resolves once its relay stream is open.
 *
 * @throws RefusedError if the credential is refused at the start. After a later refusal, for example while the owner pauses the
 * agent, it retries until it is stopped.
 */
export async function startShowcase(options: ShowcaseOptions): Promise<{ stop(): Promise<void> }> {
  const { paceMs = 70, log = logToStderr, ...rest } = options;
  const agent = new Agent({ ...rest, log });
  const pace: Pace = (steps = 1) => sleep(paceMs * steps);
  for (const command of commands) {
    const overlap = command.waits ? 'parallel' : 'queue';
    agent.hears([command.name, ...(command.aliases ?? [])], { overlap }, (ctx) => command.run(ctx, pace));
  }
  answerEvents(agent, pace);
  agent.catch(async (error) => {
    if (error.cause instanceof FailedOnRequest) return;
    log('error', error.message);
    await error.ctx.reply('Oh. That did not go as planned, and it is my fault. Please try again.');
  });
  await agent.startRelay();
  return {
    stop: () => agent.stop(2000),
  };
}
