import type { ActorType, TokenId } from '@parley/protocol';

/** Who acts, and by which request: what the rows of the audit log say of everything that the request changes. */
export interface Act {
  readonly actor: { readonly type: ActorType; readonly id: string | null };
  /** The access token that the person used; null for a session. */
  readonly tokenId: TokenId | null;
  readonly addressGroup: string | null;
  readonly requestId: string | null;
}

/** The server itself acts, such as at a deadline. */
export const bySystem: Act = {
  actor: { type: 'system', id: null },
  tokenId: null,
  addressGroup: null,
  requestId: null,
};

/** Somebody acts at the machine, by a command. */
export const byMachine: Act = { ...bySystem, actor: { type: 'machine', id: null } };
