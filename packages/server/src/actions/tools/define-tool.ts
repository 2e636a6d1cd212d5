import { createHash } from 'node:crypto';
import { canonicalJson, type ToolPolicy } from '@parley/protocol';
import type { InputSchema, Tool } from './tool.ts';

/**
 * Returns the hash of what a standing grant depends on. `where` is the URL template, or the tool server's name and
 * address, as the tools file has them, so that a new secret changes nothing.
 */
export function defineTool(tool: {
  readonly scope: string;
  readonly policy: ToolPolicy;
  readonly standing: boolean;
  readonly inputSchema: InputSchema;
  readonly where: unknown;
}): Buffer {
  const { scope, policy, standing, inputSchema, where } = tool;
  return createHash('sha256')
    .update(canonicalJson({ scope, policy, standing, input_schema: inputSchema, where }))
    .digest();
}

/** Returns whether a person may give a standing grant for this tool. */
export function mayStand({ policy, standing }: Pick<Tool, 'policy' | 'standing'>): boolean {
  return policy === 'require_approval' && standing;
}
