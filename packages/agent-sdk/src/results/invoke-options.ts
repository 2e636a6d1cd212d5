import type { AgentTool, DecisionRequestArguments } from '@parley/protocol';
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

/** What a person is asked. `action` is 1 to 300 characters; `details` are up to 20; `arguments` any JSON of at most 16 KiB. */
export interface DecisionRequest<Arguments> extends Omit<DecisionRequestArguments, 'arguments'> {
  /** What `agent.onResult` knows it by, where the promise is gone when the decision comes. */
  readonly kind?: string;
  /** What is bound to the decision, and given back as the person saw it. */
  readonly arguments?: Arguments;
  /** What `agent.onResult` gets with the decision: any JSON. The person does not see it. */
  readonly data?: unknown;
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
