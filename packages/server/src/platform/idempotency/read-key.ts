import { refuse } from '../routing/refusal.ts';

/**
 * Reads the Idempotency-Key header: 1 to 255 printable ASCII characters. Returns null if the header is absent and not
 * required.
 */
export function readKey(header: string | string[] | undefined, required: boolean): string | null {
  if (header === undefined) return required ? refuse('idempotency_key_required') : null;
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header)) refuse('idempotency_key_invalid');
  return header;
}
