import type { UserRow } from './queries.ts';

/** A person as they are found by a proof. */
export interface ProofRow extends UserRow {
  readonly token_hash: Buffer;
  readonly proof_id: string;
  readonly used_at: Date | null;
}
