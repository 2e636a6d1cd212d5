import type { SessionId, TokenId } from '@parley/protocol';

/** By what somebody shows who they are: the session of a browser, or a token of a program. Its secret is known by its hash alone. */
export type Proof =
  | { readonly kind: 'session'; readonly id: SessionId; readonly hash: Buffer }
  | { readonly kind: 'token'; readonly id: TokenId; readonly hash: Buffer };

export type ProofKind = Proof['kind'];
