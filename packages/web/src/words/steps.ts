import { catalogue } from './catalogue.ts';

/** Texts about the reported steps of an agent. */
export const stepWords = catalogue('stepWords', {
  source: 'as the agent reports',
  answerOfTool: 'An answer of a tool',
  aTool: 'a tool',
  answered: 'answered',
  failed: 'failed',
  noAnswer: 'no answer yet',
  inputOf: (tool: string) => `Input of ${tool}`,
  answerOf: (tool: string) => `Answer of ${tool}`,
  thinking: 'Thinking',
  thought: 'Thought it over',
  using: (tool: string) => `Using ${tool}`,
  used: (tool: string) => `Used ${tool}`,
  /** The names of the tools: all of them, or the first ones and the number of the rest. */
  usedAll: (tools: readonly string[], more: number) =>
    `Used ${more > 0 ? `${tools.join(', ')} and ${more} more` : tools.join(' and ')}`,
  failures: (count: number) => `${count} failed`,
  steps: (count: number) => `${count} steps`,
});
