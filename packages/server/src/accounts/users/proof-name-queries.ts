import { sql, type RawBuilder } from 'kysely';
import type { Proof } from '../../platform/routing/proof.ts';

/** Returns an expression: the name of a token, or the browser of a session. */
export function nameOfProof({ kind, hash }: Proof): RawBuilder<string | null> {
  return kind === 'token'
    ? sql`(select t.name from access_tokens t where t.token_hash = ${hash})`
    : sql`(select s.user_agent from sessions s where s.token_hash = ${hash})`;
}
