import type { AgentTool } from '@parley/protocol';
import { dynamicTool, jsonSchema, type ToolResultPart, type ToolSet } from 'ai';
import { toolName } from './manifest.ts';
import type { Asking, Seat } from './seat.ts';

/** A call that the model wants. */
export interface WantedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

/** A call with what came of it. */
export interface RanCall {
  readonly call: WantedCall;
  readonly succeeded: boolean;
  /** The result as JSON, cut to what a model should read. */
  readonly result: string;
}

/** The tools that are offered in a turn, and which of them wait for a person. */
export interface Offered {
  readonly tools: ToolSet;
  asksPerson(name: string): boolean;
}

const noTools: Offered = { tools: {}, asksPerson: () => false };

/** Returns the listed tools that the person grants and no policy forbids. They have no `execute`: the turn runs the calls. */
export async function offeredTools(ctx: Asking, { settings }: Pick<Seat, 'settings'>): Promise<Offered> {
  if (settings.tools.length === 0) return noTools;
  const [granted, { items }] = await Promise.all([ctx.tools(), ctx.client.listTools()]);
  const wanted = new Set(settings.tools.map(toolName));
  const byName = new Map(items.filter(({ name }) => wanted.has(name)).map((tool) => [nameForModels(tool.name), tool]));
  const offered = granted.filter(({ name }) => byName.has(name));
  const tools = offered.map(({ name, description, input_schema: schema }) => {
    const tool = dynamicTool({ description, inputSchema: jsonSchema(schema), execute: unused });
    const { execute: _, ...called } = tool;
    return [name, called] as const;
  });
  return { tools: Object.fromEntries(tools), asksPerson: (name) => asks(byName.get(name)) };
}

const unused = () => Promise.reject(new Error('The turn runs the calls.'));

/** These two always ask, under any policy. */
const asks = (tool: AgentTool | undefined) =>
  tool?.policy === 'require_approval' || tool?.name === 'decision.request' || tool?.name === 'coin.charge';

const nameForModels = (name: string) => name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);

const resultCharacters = 20_000;

/** Runs a call on the platform and waits for its result, until the person has decided where they are asked. */
export async function runCall(ctx: Asking, call: WantedCall): Promise<RanCall> {
  try {
    // The kind lets the agent go on after a restart: the result then comes to the handler of tool.result.
    const options = { kind: 'model.tool' };
    const { succeeded, outcome, content } = await ctx.invoke(call.toolName, asObject(call.input), options);
    return ran(call, succeeded, succeeded ? content : { outcome, content });
  } catch (error) {
    if (ctx.signal.aborted) throw ctx.signal.reason;
    return ran(call, false, { error: error instanceof Error ? error.message : String(error) });
  }
}

function ran(call: WantedCall, succeeded: boolean, content: unknown): RanCall {
  return { call, succeeded, result: resultText(content) };
}

/** Returns a result as JSON, cut to what a model should read. */
export function resultText(content: unknown): string {
  return (JSON.stringify(content) ?? 'null').slice(0, resultCharacters);
}

/** Returns a result as the model's service takes it. */
export function resultPart({ call, succeeded, result }: RanCall): ToolResultPart {
  const { toolCallId, toolName } = call;
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output: { type: succeeded ? 'text' : 'error-text', value: result },
  };
}

/** Returns what is no object as the member `value` of one. */
export function asObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return value === undefined ? {} : { value };
}
