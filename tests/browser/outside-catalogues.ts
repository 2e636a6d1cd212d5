import type { Page } from '@playwright/test';

/** What people, agents and machines wrote: never a sentence of the app. */
const theirs = 'bdi, code, kbd, pre, [translate="no"], [dir="auto"], [role="article"] [dir], script, style, noscript';

/**
 * Returns the visible texts of a page in the language of contributors' tests that no catalogue gave: words outside of every pair of
 * its brackets, in texts and in the attributes that are read out.
 *
 * @param given words that the test itself gave, such as names.
 */
export async function outsideCatalogues(page: Page, given: readonly string[]): Promise<string[]> {
  return page.evaluate(
    ([selector, known]) => {
      const [begin, end] = ['\u202E', '\u202C'];
      const found: string[] = [];
      let depth = 0;
      const check = (text: string, where: string) => {
        let outside = '';
        for (const character of text) {
          if (character === begin) depth += 1;
          else if (character === end) depth -= 1;
          else if (depth === 0) outside += character;
        }
        for (const word of [...known, navigator.userAgent]) outside = outside.replaceAll(word, '');
        if (/\p{Script=Latin}{2}/u.test(outside)) found.push(`${where}: ${text.trim()}`);
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        const text = walker.currentNode.nodeValue ?? '';
        if (!parent || (parent.closest(selector) && !/[\u202C\u202E]/u.test(text))) continue;
        if (!parent.checkVisibility()) continue;
        check(text, parent.tagName.toLowerCase());
      }
      if (depth !== 0) found.push('A bracket is not closed.');
      depth = 0;
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description', 'aria-roledescription']) {
        for (const element of document.querySelectorAll(`[${name}]`)) {
          if (!element.matches('[lang] *')) continue;
          check(element.getAttribute(name) ?? '', `${element.tagName.toLowerCase()} ${name}`);
        }
      }
      return [...new Set(found)];
    },
    [theirs, given] as const,
  );
}
