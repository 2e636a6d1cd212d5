import { decisionRequestArguments, type DecisionRequestArguments } from '@parley/protocol';
import { succeeded, type Tool } from '../tool.ts';
import { builtin } from './builtin.ts';

/**
 * Lets a person decide on an action that the agent itself will take. Nothing runs. The result of an approval is the
 * arguments as they were bound, so that the agent can be held to exactly what the person saw.
 */
export const decisionRequest: Tool = builtin({
  name: 'decision.request',
  scope: 'decision.request',
  description:
    'Has the person decide on an action of your own. Nothing runs; approved, the result is {approved: true, arguments} with ' +
    'your arguments as the approval binds them.',
  policy: 'require_approval',
  standing: false,
  kind: 'tool_invocation',
  arguments: decisionRequestArguments,
  // The sentence names the agent as its source, because the platform cannot check that it is true.
  action: (args, agentName) => `${agentName} asks, in its own words: “${(args as DecisionRequestArguments).action}”`,
  run: async (_tx, { arguments: args }) =>
    succeeded({ approved: true, arguments: (args as DecisionRequestArguments).arguments ?? null }),
});
