import { createHash } from 'node:crypto';
import { canonicalize } from 'json-canonicalize';
import type { ToolArguments } from './tool.ts';

/** What an approval binds. */
export interface BoundCall {
  readonly tool: string;
  readonly requested_scope: string;
  readonly arguments: ToolArguments;
}

/** SHA-256 of the canonical JSON (RFC 8785) of a call: the same call has the same hash, however it was written. */
export function bindArguments({ tool, requested_scope, arguments: args }: BoundCall): Buffer {
  return createHash('sha256')
    .update(canonicalize({ tool, requested_scope, arguments: args }))
    .digest();
}
