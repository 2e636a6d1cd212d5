import type { UserId } from '@parley/protocol';
import { signedInPerson } from '../person.ts';

/** The localStorage key with the person that this browser stores rooms for. There is at most one. */
const flag = 'parley-kept';

/** Returns the person that this browser stores rooms for if they signed in last; else null. */
export function keptPerson(): UserId | null {
  const kept = localStorage.getItem(flag) as UserId | null;
  return kept === signedInPerson() ? kept : null;
}

/** Marks this person as the one that rooms are stored for, and erases the stored rooms of any other person. */
export function keepPerson(userId: UserId): void {
  eraseKept(userId);
  localStorage.setItem(flag, userId);
}

/**
 * Erases the stored rooms, unless they belong to `stays`. Does not load the code that stores them, so it works whenever a session ends. A
 * tab in the middle of a write sees that the mark is gone and erases its write.
 */
export function eraseKept(stays: UserId | null): void {
  const kept = localStorage.getItem(flag) as UserId | null;
  if (kept === null || kept === stays) return;
  localStorage.removeItem(flag);
  deleteKept(kept);
}

/** Deletes a person's stored rooms. */
export function deleteKept(userId: UserId): void {
  indexedDB.deleteDatabase(keptName(userId));
}

/** Returns the name of the database with a person's rooms. */
export function keptName(userId: UserId): string {
  return `parley-kept-${userId}`;
}
