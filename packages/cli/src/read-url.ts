/** An address of a program; a port alone means this machine. Null if it is not an address: at port 0 nothing can listen. */
export function readUrl(text: string): string | null {
  const full = /^\d+$/.test(text) ? `http://127.0.0.1:${text}/` : text;
  const url = URL.canParse(full) ? new URL(full) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.port !== '0' ? url.href : null;
}
