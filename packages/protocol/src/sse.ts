/**
 * Returns a frame of Server-Sent Events. It consists of ids in our own alphabet and the output of `JSON.stringify`, which holds
 * no line break, so user text can neither end a field nor start another.
 */
export function sseFrame(frame: { readonly id?: string; readonly event: string; readonly data: unknown }): string {
  const id = frame.id === undefined ? '' : `id: ${safe(frame.id)}\n`;
  return `${id}event: ${safe(frame.event)}\ndata: ${JSON.stringify(frame.data)}\n\n`;
}

/** A comment line, which keeps a connection open; readers ignore it. */
export const sseComment = ':\n\n';

/** Returns the `retry:` field: the reconnection delay of a browser, in milliseconds. */
export function sseRetry(milliseconds: number): string {
  return `retry: ${Math.floor(milliseconds)}\n\n`;
}

function safe(field: string): string {
  if (!/^[A-Za-z0-9_.-]+$/.test(field)) throw new Error(`An SSE field cannot hold ${JSON.stringify(field)}.`);
  return field;
}
