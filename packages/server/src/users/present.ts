import type { Person, User } from '@parley/protocol';
import type { UserRow } from './queries.ts';

export function presentUser(row: Omit<UserRow, 'password_hash'>): User {
  return {
    userId: row.user_id,
    handle: row.handle,
    displayName: row.display_name,
    locale: row.locale,
    timezone: row.timezone,
    createdAt: row.created_at.toISOString(),
  };
}

export function presentPerson(row: Pick<UserRow, 'user_id' | 'handle' | 'display_name'>): Person {
  return { userId: row.user_id, handle: row.handle, displayName: row.display_name };
}
