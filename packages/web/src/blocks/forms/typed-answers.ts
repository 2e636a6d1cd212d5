/** The key of a form on this page: the message id and the form id. */
export type FormKey = `${string} ${string}`;

/** Typed and sent answers, kept until the page is closed, so that a form scrolled out of view loses nothing. */
const typed = new Map<FormKey, ReadonlyMap<string, string>>();
const sent = new Map<FormKey, ReadonlyMap<string, string>>();

const none: ReadonlyMap<string, string> = new Map();

export const typedInto = (key: FormKey): ReadonlyMap<string, string> => typed.get(key) ?? none;
export const sentFrom = (key: FormKey): ReadonlyMap<string, string> | null => sent.get(key) ?? null;

export function keepTyped(key: FormKey, answers: ReadonlyMap<string, string>): void {
  typed.set(key, answers);
}

/** Moves typed answers to the sent ones: they are shown and can no longer be changed. */
export function keepSent(key: FormKey, answers: ReadonlyMap<string, string>): void {
  typed.delete(key);
  sent.set(key, answers);
}
