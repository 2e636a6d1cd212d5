import type { AgentTool, DecisionOption, DecisionRequestArguments } from '@parley/protocol';
import type { CallOptions, ToolCall } from '../call-options.ts';
import { RefusedError } from '../errors.ts';
import { knownScopes } from '../known-tools.ts';
import { findTool } from '../model-tools.ts';

/** Options of a call whose result is waited for. */
export interface InvokeOptions extends CallOptions {
  /** What `agent.onResult` knows it by, where the promise is gone when the result comes. */
  readonly kind?: string;
  /** What `agent.onResult` gets with it: any JSON. */
  readonly data?: unknown;
}

/** One of the answers that a person chooses from. `label` is 1 to 60 characters, `detail` 1 to 200. */
export interface DecisionChoice<Option extends string = string> extends Omit<DecisionOption, 'id'> {
  /** What the agent gets: a small letter, and up to 31 small letters, digits and `_`. */
  readonly id: Option;
}

/** What a person is asked. `action` is 1 to 300 characters; `details` are up to 20; `arguments` any JSON of at most 16 KiB. */
export interface DecisionRequest<Arguments, Option extends string = never> extends Pick<
  DecisionRequestArguments,
  'action' | 'details'
> {
  /** What `agent.onResult` knows it by, where the promise is gone when the decision comes. */
  readonly kind?: string;
  /** What is bound to the decision, and given back as the person saw it. */
  readonly arguments?: Arguments;
  /** 2 to 5 answers with ids and labels of their own, of which the person chooses one to approve. */
  readonly options?: readonly DecisionChoice<Option>[];
  /** Up to 10 JSON Pointers into `arguments`, such as `/amount`, each to a text, number, boolean or null that the person may change. */
  readonly editable?: readonly string[];
  /** How long the person has, from 5 to 10,080 minutes; where it is not given as long as the operator lets approvals wait, 24 hours. */
  readonly expiresInMinutes?: number;
  /** What `agent.onResult` gets with the decision: any JSON. The person does not see it. */
  readonly data?: unknown;
}

/** A request for a decision as the wire has it. */
export function decisionArguments({
  action,
  details,
  arguments: bound,
  options,
  editable,
  expiresInMinutes,
}: DecisionRequest<unknown, string>): DecisionRequestArguments {
  return {
    action,
    ...(details === undefined ? {} : { details }),
    ...(bound === undefined ? {} : { arguments: bound }),
    ...(options === undefined ? {} : { options: [...options] }),
    ...(editable === undefined ? {} : { editable: [...editable] }),
    ...(expiresInMinutes === undefined ? {} : { expires_in_minutes: expiresInMinutes }),
  };
}

/** The call of a tool by its name. The scope of one that the compiler does not know is looked up. */
export async function toolCall(
  tool: string,
  args: object,
  listTools: () => Promise<readonly AgentTool[]>,
): Promise<ToolCall> {
  const whole = { arguments: args as Readonly<Record<string, unknown>> };
  const scope = knownScopes[tool];
  if (scope !== undefined) return { tool, requestedScope: scope, ...whole };
  const items = await listTools();
  const found = findTool(items, tool);
  if (found) return { tool: found.name, requestedScope: found.scope, ...whole };
  const names = items.map(({ name }) => name).join(', ');
  throw new RefusedError({
    code: 'tool_not_found',
    status: 404,
    message: `There is no tool "${tool}" for this agent.`,
    hint: names
      ? `There is ${names}. Its scope must stand in the manifest.`
      : 'Name the scope of the tool in the manifest.',
  });
}
