/**
 * Moves the focus to the next card on the page with a pending decision, after the focused one. Returns false if there is no
 * such card. Cards mark themselves with `data-waits`.
 */
export function focusNextWaiting(): boolean {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-waits]')];
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  const next = cards[(at + 1) % cards.length];
  if (!next) return false;
  next.scrollIntoView({ block: 'nearest' });
  next.focus();
  return true;
}
