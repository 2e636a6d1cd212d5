import { createHash } from 'node:crypto';
import { canonicalJson } from '@parley/protocol';

/** The call that an approval covers. */
export interface BoundCall {
  readonly tool: string;
  readonly requested_scope: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * Returns the SHA-256 of a call's canonical JSON (RFC 8785). The same call always has the same hash, however its JSON
 * was written.
 */
export function bindArguments({ tool, requested_scope, arguments: args }: BoundCall): Buffer {
  return createHash('sha256')
    .update(canonicalJson({ tool, requested_scope, arguments: args }))
    .digest();
}
