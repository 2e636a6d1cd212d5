/** The name of a form on this page: that of its message, and its own. */
export type FormKey = `${string} ${string}`;

/** What was typed into forms and what was sent, for as long as the page stands: a form that scrolls away loses nothing. */
const typed = new Map<FormKey, ReadonlyMap<string, string>>();
const sent = new Map<FormKey, ReadonlyMap<string, string>>();

const none: ReadonlyMap<string, string> = new Map();

export const typedInto = (key: FormKey): ReadonlyMap<string, string> => typed.get(key) ?? none;
export const sentFrom = (key: FormKey): ReadonlyMap<string, string> | null => sent.get(key) ?? null;

export function keepTyped(key: FormKey, answers: ReadonlyMap<string, string>): void {
  typed.set(key, answers);
}

/** What was typed has been sent: from here on it is shown, and can no longer be changed. */
export function keepSent(key: FormKey, answers: ReadonlyMap<string, string>): void {
  typed.delete(key);
  sent.set(key, answers);
}
