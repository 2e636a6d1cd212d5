import { useEffect } from 'react';
import { documentTitle } from '../words/brand.ts';

/** Sets the title of the document, which the browser shows in its tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
}
