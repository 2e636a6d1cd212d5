import { sql, type RawBuilder } from 'kysely';

/** A cached caller: the session or token, the person, and the fields that envelopes contain. */
interface Believed {
  /** The hash of a session's or a token's secret. */
  readonly hash: RawBuilder<unknown>;
  readonly userId: RawBuilder<unknown>;
  readonly locale: RawBuilder<unknown>;
  readonly timezone: RawBuilder<unknown>;
  readonly now: RawBuilder<unknown>;
}

/** Returns a condition: this session or token has not ended, and its person matches the cached values. */
export function isProven({ hash, userId, locale, timezone, now }: Believed): RawBuilder<boolean> {
  const isSame = sql`u.user_id = ${userId} and u.locale = ${locale} and u.timezone = ${timezone}`;
  return sql`coalesce(
    (select h.expires_at > ${now}::timestamptz and ${isSame}
     from sessions h join users u using (user_id) where h.token_hash = ${hash}),
    (select (h.expires_at is null or h.expires_at > ${now}::timestamptz) and ${isSame}
     from access_tokens h join users u using (user_id) where h.token_hash = ${hash}), false)`;
}
