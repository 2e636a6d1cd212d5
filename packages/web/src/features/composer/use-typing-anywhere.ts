import { useEffect } from 'react';

/** Elements that take letters, or that a space would press. */
const takesKeys = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="slider"]';
const takesSpace = 'button, a, summary, [role="radio"], [role="checkbox"], [role="switch"], [role="tab"], [role="log"]';

/** Moves the focus to the field when a letter is typed anywhere in the room and no other element takes it. */
export function useTypingAnywhere(field: { readonly current: HTMLTextAreaElement | null }): void {
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent): void {
      const isLetter = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isLetter || event.defaultPrevented || document.querySelector('dialog[open], [role="menu"]')) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(takesKeys) || (event.key === ' ' && target?.closest(takesSpace))) return;
      // The browser inserts the letter into the focused element after this handler.
      if (field.current && !field.current.disabled) field.current.focus();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}
