import { useEffect } from 'react';

/** What has its own idea of where the focus goes on has said so by then. */
const waitMs = 100;

/** What the focus may go to in the place of something in it. */
const places = '[tabindex], li, section, form, [role="group"], dialog, main';

/**
 * Moves the focus to what is left around an element that had it and is taken out of the page, and back to one that was disabled
 * for a while. In both cases the browser drops it to the body.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let path: readonly Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;

    function onFocus({ target }: FocusEvent): void {
      path = target instanceof Element ? pathOf(target) : [];
    }
    function keep(): void {
      if (!isLost(path)) return;
      const place = path.find((each): each is HTMLElement => each.isConnected && each.matches(places));
      if (!place) return;
      if (place.tabIndex < 0) place.tabIndex = -1;
      focus(place);
    }
    const changes = new MutationObserver((records) => {
      const isToggled = records.some(({ type, target }) => type === 'attributes' && target === path[0]);
      if (isToggled && document.activeElement === document.body) focus(path[0]);
      if (path[0]?.isConnected !== false) return;
      clearTimeout(timer);
      timer = setTimeout(keep, waitMs);
    });
    document.addEventListener('focusin', onFocus);
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', onFocus);
      changes.disconnect();
      clearTimeout(timer);
    };
  }, []);
}

/** Does nothing where the element is disabled still. */
function focus(element: Element | undefined): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

function isLost([focused]: readonly Element[]): boolean {
  return focused?.isConnected === false && document.activeElement === document.body;
}

/** An element and all that it is in, from the inside out. */
function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let each: Element | null = element; each; each = each.parentElement) path.push(each);
  return path;
}
