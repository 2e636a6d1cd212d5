/** Whether each word that was typed is in the text. */
export function hasWords(text: string, typed: string): boolean {
  const lower = text.toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
