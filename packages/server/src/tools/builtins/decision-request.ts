import { decisionRequestArguments, limits, type DecisionRequestArguments } from '@parley/protocol';
import { canonicalize } from 'json-canonicalize';
import { succeeded, type Tool } from '../tool.ts';
import { builtin } from './builtin.ts';

/**
 * Has a person decide on an action of the agent's own. Nothing runs: what comes of a yes are the arguments as they were bound, so that
 * the agent can be held to exactly what the person saw.
 */
export const decisionRequest: Tool = builtin({
  name: 'decision.request',
  scope: 'decision.request',
  description:
    'Has the person decide on an action of your own. Nothing runs; approved, the result is {approved: true, arguments} with ' +
    'your arguments as the approval binds them.',
  policy: 'require_approval',
  kind: 'tool_invocation',
  arguments: decisionRequestArguments.superRefine((args, context) => {
    const fault = faultOfBound(args.arguments);
    if (fault !== null) context.addIssue({ code: 'custom', path: ['arguments'], message: fault });
  }),
  // The platform says whose words they are, since it has not seen to it that they are true.
  action: (args, agentName) => `${agentName} asks, in its own words: “${(args as DecisionRequestArguments).action}”`,
  run: async (_tx, { arguments: args }) =>
    succeeded({ approved: true, arguments: (args as DecisionRequestArguments).arguments ?? null }),
});

function faultOfBound(bound: unknown): string | null {
  if (bound === undefined) return null;
  try {
    const bytes = Buffer.byteLength(canonicalize(bound));
    return bytes > limits.decisionArgumentsBytes ? 'must take at most 16 KiB in canonical JSON' : null;
  } catch {
    // `1e400` is read as infinity, which JSON does not have.
    return 'must not hold a number that is too large';
  }
}
