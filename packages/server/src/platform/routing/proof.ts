import type { SessionId, TokenId } from '@parley/protocol';

/** What authenticates a person: a browser's session or a program's token. Only the hash of its secret is kept. */
export type Proof =
  | { readonly kind: 'session'; readonly id: SessionId; readonly hash: Buffer }
  | { readonly kind: 'token'; readonly id: TokenId; readonly hash: Buffer };

export type ProofKind = Proof['kind'];
