import { useEffect } from 'react';

/** Whatever takes letters itself, or would be pressed by a space. */
const takesKeys = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="slider"]';
const takesSpace = 'button, a, summary, [role="radio"], [role="checkbox"], [role="switch"], [role="tab"], [role="log"]';

/** A letter that is typed anywhere in the room, where nothing else takes it, is written into the field. */
export function useTypingAnywhere(field: { readonly current: HTMLTextAreaElement | null }): void {
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent): void {
      const isLetter = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isLetter || event.defaultPrevented || document.querySelector('dialog[open], [role="menu"]')) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(takesKeys) || (event.key === ' ' && target?.closest(takesSpace))) return;
      // The browser writes the letter into whatever has the focus once this is over.
      if (field.current && !field.current.disabled) field.current.focus();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}
