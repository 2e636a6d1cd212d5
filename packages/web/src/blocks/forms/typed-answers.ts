import { readFormDraft, writeFormDraft } from '../../api/form-drafts.ts';

/** The key of a form on this page: the message id and the form id. */
export type FormKey = `${string} ${string}`;

/**
 * Typed and sent answers, kept until the page is closed, so that a form scrolled out of view loses nothing. Typed answers are also
 * stored in this browser, so that a half-filled form survives a reload.
 */
const typed = new Map<FormKey, ReadonlyMap<string, string>>();
const sent = new Map<FormKey, ReadonlyMap<string, string>>();

const none: ReadonlyMap<string, string> = new Map();

export const typedInto = (key: FormKey): ReadonlyMap<string, string> =>
  typed.get(key) ?? (isOfMessage(key) ? readFormDraft(key) : none);
export const sentFrom = (key: FormKey): ReadonlyMap<string, string> | null => sent.get(key) ?? null;

export function keepTyped(key: FormKey, answers: ReadonlyMap<string, string>): void {
  typed.set(key, answers);
  if (isOfMessage(key)) writeFormDraft(key, answers);
}

/** Forgets what was typed into a form that is answered. */
export function forgetTyped(key: FormKey): void {
  typed.delete(key);
  if (isOfMessage(key)) writeFormDraft(key, none);
}

/** Blocks that are drawn outside of a room have no message. */
const isOfMessage = (key: FormKey) => !key.startsWith(' ');

/** Moves typed answers to the sent ones: they are shown and can no longer be changed. */
export function keepSent(key: FormKey, answers: ReadonlyMap<string, string>): void {
  forgetTyped(key);
  sent.set(key, answers);
}
