/**
 * Server-Sent Events frames. A frame is built from ids of our own alphabet and the output of `JSON.stringify`, which holds
 * no line break, so nothing that a person wrote can end a field or start another.
 */
export function sseFrame(frame: { readonly id?: string; readonly event: string; readonly data: unknown }): string {
  const id = frame.id === undefined ? '' : `id: ${safe(frame.id)}\n`;
  return `${id}event: ${safe(frame.event)}\ndata: ${JSON.stringify(frame.data)}\n\n`;
}

/** A comment line, which keeps a connection alive and says nothing. */
export const sseComment = ':\n\n';

/** The `retry:` field: how long a browser waits before it connects again. */
export function sseRetry(milliseconds: number): string {
  return `retry: ${Math.floor(milliseconds)}\n\n`;
}

function safe(field: string): string {
  if (!/^[A-Za-z0-9_.-]+$/.test(field)) throw new Error(`An SSE field cannot hold ${JSON.stringify(field)}.`);
  return field;
}
