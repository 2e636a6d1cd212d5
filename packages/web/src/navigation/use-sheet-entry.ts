import { useEffect, useState } from 'react';

export interface SheetEntry {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * Opens and closes a sheet over the page. The open sheet is an entry of the history with the page's address, so that Back closes the sheet
 * and stays on the page.
 *
 * @param name the name of the sheet in the state of its entry.
 */
export function useSheetEntry(name: string): SheetEntry {
  const isHere = () => (window.history.state as { sheet?: unknown } | null)?.sheet === name;
  const [isOpen, setOpen] = useState(isHere);

  useEffect(() => {
    const read = () => setOpen(isHere());
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  });

  return {
    isOpen,
    open() {
      window.history.pushState({ sheet: name }, '');
      setOpen(true);
    },
    close() {
      // A second press must not leave the page.
      if (!isOpen) return;
      setOpen(false);
      // A link in the sheet may have added an entry; then the sheet's is not the current one.
      if (isHere()) window.history.back();
    },
  };
}
