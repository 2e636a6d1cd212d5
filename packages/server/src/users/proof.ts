import type { SessionId, TokenId } from '@parley/protocol';
import type { UserRow } from './queries.ts';

/** By what somebody shows who they are: the session of a browser, or a token of a program. Its secret is known by its hash alone. */
export type Proof =
  | { readonly kind: 'session'; readonly id: SessionId; readonly hash: Buffer }
  | { readonly kind: 'token'; readonly id: TokenId; readonly hash: Buffer };

export type ProofKind = Proof['kind'];

/** A person as they are found by a proof. */
export interface ProofRow extends UserRow {
  readonly token_hash: Buffer;
  readonly proof_id: string;
  readonly used_at: Date | null;
}
