import { Agent, type AgentOptions } from '@parley/agent-sdk';
import type { Handlers } from '@parley/testing';
import { vi } from 'vitest';

/**
 * The handlers of a sample that is a whole program: it makes its agent of the environment and opens the relay. The agent that it makes
 * is one of the world instead, and the world opens its relay. A sample can be loaded once in a test file.
 *
 * @param others Options that take the place of the sample's own, such as where it keeps files.
 */
export function handlersOf(load: () => Promise<unknown>, others: Partial<AgentOptions> = {}): Handlers {
  return async (_given, options) => {
    let made: Agent | null = null;
    const fromEnv = vi.spyOn(Agent, 'fromEnv').mockImplementation((_env, own = {}) => {
      const agent = new Agent({ ...options, ...own, ...others });
      vi.spyOn(agent, 'startRelay').mockImplementationOnce(async () => ({}) as never);
      made = agent;
      return agent as never;
    });
    await load();
    fromEnv.mockRestore();
    if (made === null) throw new Error('The sample has made no agent.');
    return made;
  };
}
