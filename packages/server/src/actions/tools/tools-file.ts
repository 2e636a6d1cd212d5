import { readFileSync } from 'node:fs';
import { handle, scopeName, toolPolicies } from '@parley/protocol';
import { z } from 'zod';
import type { ToolReach } from './tool-reach.ts';

const policy = z.enum(toolPolicies);
/** People and agents that may use a tool. Without them, everyone may. */
const reach = { people: z.array(handle).optional(), agents: z.array(handle).optional() };
const plainObject = z.record(z.string(), z.unknown());

const httpTool = z.strictObject({
  name: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9][\w.:/-]*$/),
  scope: scopeName,
  description: z.string().min(1).max(2000),
  input_schema: plainObject,
  policy: policy.default('require_approval'),
  standing: z.boolean().default(true),
  ...reach,
  http: z.strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    url: z.string().min(1).max(8000),
    headers: z.record(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/), z.string()).default({}),
  }),
});

const server = {
  name: z
    .string()
    .max(64)
    .regex(/^[A-Za-z][\w-]*$/),
  policy: policy.default('require_approval'),
  standing: z.boolean().default(true),
  tools: z.record(z.string(), policy).default({}),
  ...reach,
};
const mcpServer = z.union([
  z.strictObject({ ...server, url: z.string().min(1).max(8000) }),
  z.strictObject({
    ...server,
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    env: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).default({}),
  }),
]);

const toolsFile = z.strictObject({ tools: z.array(httpTool).default([]), mcp: z.array(mcpServer).default([]) });

export type ToolsFile = z.infer<typeof toolsFile>;
export type HttpToolEntry = ToolsFile['tools'][number];
export type McpServerEntry = ToolsFile['mcp'][number];

/** Returns who may use an entry. */
export function reachOf({ people, agents }: Pick<HttpToolEntry, 'people' | 'agents'>): ToolReach {
  return { people: people ?? null, agents: agents ?? null };
}

/** The tools file cannot be used. The message names the file and the place in it. */
export class ToolsFileError extends Error {
  constructor(file: string, path: string, reason: string) {
    super(`The tools file ${file} cannot be used${path === '' ? '' : ` at ${path}`}: ${reason}`);
    this.name = 'ToolsFileError';
  }
}

/**
 * Reads the operator's tools file. Throws a `ToolsFileError` if the file cannot be read, is not JSON or is not valid.
 */
export function readToolsFile(file: string): ToolsFile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ToolsFileError(file, '', `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ToolsFileError(file, '', `it is not JSON: ${error instanceof Error ? error.message : 'unknown'}`);
  }
  const parsed = toolsFile.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, reason } = faultOf(parsed.error.issues);
  throw new ToolsFileError(file, path, reason);
}

function faultOf(issues: readonly z.core.$ZodIssue[]): { path: string; reason: string } {
  const [issue] = issues;
  if (issue === undefined) return { path: '', reason: 'it is not of the form that it should have.' };
  const path = issue.path.map((key) => `/${String(key)}`).join('');
  if (issue.code === 'unrecognized_keys')
    return { path: `${path}/${issue.keys[0] ?? ''}`, reason: 'there is no such field.' };
  if (issue.code !== 'invalid_union') return { path, reason: issue.message };
  // An MCP server has either a url or a command. Reports the alternative with fewer faults.
  const nearest = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? [];
  const inner = faultOf(nearest);
  return { path: path + inner.path, reason: inner.reason };
}
