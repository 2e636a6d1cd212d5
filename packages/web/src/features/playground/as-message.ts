/** Writes JSON as a message: in as few lines as possible, since the editor shows the long form. What is no JSON stays as it is. */
export function asMessage(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text.trim();
  }
}
