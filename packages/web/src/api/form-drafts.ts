import { prefixOf } from './drafts.ts';
import { signedInPerson } from './person.ts';

/** A longer draft is not kept, and of more forms than these the oldest is forgotten, so that the browser's store does not fill up. */
const mostCharacters = 50_000;
const mostForms = 20;

/** A half-filled form as it is stored. */
interface Kept {
  readonly at: number;
  readonly answers: readonly (readonly [string, string])[];
}

/** Returns what the user typed into a form and did not send, stored in this browser. */
export function readFormDraft(form: string): ReadonlyMap<string, string> {
  const key = keyOf(form);
  return new Map(key === null ? [] : (keptIn(key)?.answers ?? []));
}

/** Stores what is typed into a form; without any text it is forgotten. */
export function writeFormDraft(form: string, answers: ReadonlyMap<string, string>): void {
  const key = keyOf(form);
  if (key === null) return;
  const kept: Kept = { at: Date.now(), answers: [...answers].filter(([, text]) => text !== '') };
  const text = JSON.stringify(kept);
  if (kept.answers.length === 0 || text.length > mostCharacters) return localStorage.removeItem(key);
  try {
    localStorage.setItem(key, text);
    forgetOldest();
  } catch {
    // A full store keeps no draft. The form still has what was typed.
  }
}

const formsOf = (userId: Parameters<typeof prefixOf>[0]) => `${prefixOf(userId)}form/`;

function keyOf(form: string): string | null {
  const userId = signedInPerson();
  return userId === null ? null : formsOf(userId) + form;
}

function forgetOldest(): void {
  const userId = signedInPerson();
  if (userId === null) return;
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(formsOf(userId)));
  if (keys.length <= mostForms) return;
  const [oldest] = keys.toSorted((one, other) => (keptIn(one)?.at ?? 0) - (keptIn(other)?.at ?? 0));
  if (oldest !== undefined) localStorage.removeItem(oldest);
}

function keptIn(key: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Kept> | null;
    return Array.isArray(kept?.answers) ? { at: kept.at ?? 0, answers: kept.answers } : null;
  } catch {
    return null;
  }
}
