import { useMemo } from 'react';
import type { MouseEvent, PointerEvent, TouchEvent } from 'react';

/** Browsers take a longer press for their own. */
const heldForMs = 450;
/** A finger that moves farther than this scrolls. */
const stillPixels = 10;
/** Elements with an own meaning of a long press. */
const others = 'a, button, input, textarea, select, video, audio, summary';

/** Returns handlers that open the menu of a message when a finger rests on it. */
export function useLongPress() {
  return useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    let isTouch = false;
    let isOpened = false;
    const end = () => clearTimeout(timer);
    const open = (message: HTMLElement) => {
      end();
      if (!isOpened) openMenu(message);
      isOpened = true;
    };
    return {
      onPointerDown({ pointerType, target, currentTarget, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
        end();
        isTouch = pointerType === 'touch' && target instanceof Element && !target.closest(others);
        if (!isTouch) return;
        isOpened = false;
        start = { x, y };
        timer = setTimeout(() => open(currentTarget), heldForMs);
      },
      onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
        if (Math.hypot(clientX - start.x, clientY - start.y) > stillPixels) end();
      },
      onPointerUp: end,
      /** The browser would press what is below the finger, and the menu would lose the focus. */
      onTouchEnd(event: TouchEvent<HTMLElement>) {
        if (isOpened) event.preventDefault();
        isOpened = false;
      },
      onPointerCancel: end,
      /** The browser would select text, or open its own menu. */
      onContextMenu(event: MouseEvent<HTMLElement>) {
        if (!isTouch) return;
        event.preventDefault();
        open(event.currentTarget);
      },
    };
  }, []);
}

/** Presses the button of the menu. Once its menu is loaded, it opens by key or pointer, not by a click. */
function openMenu(message: HTMLElement): void {
  const button = message.querySelector<HTMLElement>('[aria-haspopup="menu"]');
  if (!button) return;
  if (button.dataset['state'] === undefined) button.click();
  else button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
}
