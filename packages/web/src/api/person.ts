import { callerHeader, type UserId } from '@parley/protocol';

/** The localStorage key of the signed-in person. Other tabs notice a change by their `storage` event. */
const key = 'parley-person';

let person = signedInPerson();

/** Returns the header with the calling person: `as`, or else the person that this tab shows. Returns none before a person is known. */
export function callerHeaders(as: UserId | null = person): Readonly<Record<string, string>> {
  return as === null ? {} : { [callerHeader]: as };
}

/** Makes this person the caller of this tab's requests. Notifies the other tabs if the person is new. */
export function setPerson(userId: UserId | null): void {
  person = userId;
  if (signedInPerson() === userId) return;
  if (userId === null) localStorage.removeItem(key);
  else localStorage.setItem(key, userId);
}

/**
 * Calls `changed` when another tab reports another signed-in person, and whenever the user returns to this tab, because the session cookie
 * can change without any tab.
 */
export function watchPerson(changed: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key && event.newValue !== person) changed();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') changed();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('focus', changed);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('focus', changed);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Returns the person who signed in last in this browser, even if this tab shows another one; null after a sign-out. */
export function signedInPerson(): UserId | null {
  // Unit tests run without localStorage.
  return 'localStorage' in globalThis ? (localStorage.getItem(key) as UserId | null) : null;
}
