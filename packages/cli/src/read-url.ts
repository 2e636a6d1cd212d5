/** An address of a program; a port alone means this machine. Null if it is not an address. */
export function readUrl(text: string): string | null {
  const full = /^\d+$/.test(text) ? `http://127.0.0.1:${text}/` : text;
  return URL.canParse(full) && /^https?:$/.test(new URL(full).protocol) ? new URL(full).href : null;
}
