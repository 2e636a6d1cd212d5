import type { UserRow } from './queries.ts';

/** A person found by a session or token. */
export interface ProofRow extends UserRow {
  readonly token_hash: Buffer;
  readonly proof_id: string;
  readonly used_at: Date | null;
}
