import { useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';

const heldForMs = 450;

/** Returns handlers of a chip: a press runs `onPress`, a finger that rests on it shows its names instead. */
export function useHeldChip(showNames: (emoji: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHeld = useRef(false);
  const end = () => clearTimeout(timer.current);
  return (emoji: string, onPress: () => void) => ({
    onPointerDown({ pointerType }: PointerEvent<HTMLElement>) {
      end();
      isHeld.current = false;
      if (pointerType !== 'touch') return;
      timer.current = setTimeout(() => {
        isHeld.current = true;
        showNames(emoji);
      }, heldForMs);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (isHeld.current) event.preventDefault();
    },
    onClick() {
      if (!isHeld.current) onPress();
      isHeld.current = false;
    },
  });
}
