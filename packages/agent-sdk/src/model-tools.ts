import type { AgentTool } from '@parley/protocol';

/** A tool as most models take it. `name` has no dots, since models refuse them; `ctx.invoke` takes it as well as the real one. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly input_schema: Readonly<Record<string, unknown>>;
  /**
   * Whether the person who is asked may let equal calls run without a question, for a time and within bounds. Not enumerable, since
   * models refuse members that they do not know.
   */
  readonly standing: boolean;
}

/** The same in the form of OpenAI's API, which many others share. */
export interface FunctionTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
}

export interface ToolsOptions {
  /** Those too whose scope the person has not granted. */
  readonly ungranted?: boolean;
}

/** Those that the person grants and no policy forbids, in the form that models want. */
export function toModelTools(
  items: readonly AgentTool[],
  granted: readonly string[],
  { ungranted = false }: ToolsOptions = {},
): ModelTool[] {
  return items
    .filter(({ policy, scope }) => policy !== 'deny' && (ungranted || granted.includes(scope)))
    .map(toModelTool);
}

function toModelTool({ name, description, input_schema, standing }: AgentTool): ModelTool {
  const shown = { name: modelName(name), description, input_schema };
  return Object.defineProperty(shown, 'standing', { value: standing }) as ModelTool;
}

export function toFunctionTool({ name, description, input_schema: parameters }: ModelTool): FunctionTool {
  return { type: 'function', function: { name, description, parameters } };
}

/** The tool that a model or a handler means by a name. */
export function findTool(items: readonly AgentTool[], name: string): AgentTool | undefined {
  return items.find((tool) => tool.name === name) ?? items.find((tool) => modelName(tool.name) === name);
}

function modelName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);
}
