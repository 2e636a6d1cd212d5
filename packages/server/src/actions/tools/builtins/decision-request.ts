import {
  changedPaths,
  decisionRequestArguments,
  platformLine,
  type DecisionApproved,
  type DecisionRequestArguments,
} from '@parley/protocol';
import { innerOf } from '../../../chat/approvals/choice.ts';
import { findApproval } from '../../../chat/approvals/queries.ts';
import { succeeded, type Tool } from '../tool.ts';
import { builtin } from './builtin.ts';

/**
 * Lets a person decide on an action that the agent itself will take. Nothing runs. The result of an approval is the
 * arguments as they were bound, so that the agent can be held to exactly what the person saw or changed.
 */
export const decisionRequest: Tool = builtin({
  name: 'decision.request',
  scope: 'decision.request',
  description:
    'Has the person decide on an action of your own. Nothing runs; approved, the result is {approved: true, arguments} with ' +
    'your arguments as the approval binds them. The person may choose one of `options` and change `arguments` at `editable` paths.',
  policy: 'require_approval',
  standing: false,
  kind: 'tool_invocation',
  arguments: decisionRequestArguments,
  // The sentence names the agent as its source, because the platform cannot check that it is true.
  action: (args, agentName) =>
    platformLine('ownWords', { name: agentName, what: (args as DecisionRequestArguments).action }),
  question(args) {
    const { options = [], editable = [], expires_in_minutes: minutes } = args as DecisionRequestArguments;
    return { options, editable, expiresInMs: minutes === undefined ? null : minutes * 60_000 };
  },
  async run(tx, { approvalId, arguments: args }) {
    const inner = (args as DecisionRequestArguments).arguments ?? null;
    const approval = approvalId === null ? null : await findApproval(tx, approvalId);
    if (approval === null) return succeeded({ approved: true, arguments: inner });
    const { option, reason, editable, proposed_arguments: proposed } = approval;
    const changed = proposed === null ? [] : changedPaths(innerOf(approval, proposed), inner, editable ?? []);
    return succeeded({
      approved: true,
      arguments: inner,
      ...(option !== null && { option }),
      ...(changed.length > 0 && { changed }),
      ...(reason !== null && { reason }),
    } satisfies DecisionApproved);
  },
});
