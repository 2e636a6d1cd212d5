/** Returns whether the text contains each typed word. */
export function hasWords(text: string, typed: string): boolean {
  const lower = text.toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
