import { RequestError } from './request.ts';

/** The server's sentence about one field of what was sent, by its JSON Pointer or its code; null where it is not about it. */
export function errorAt(error: unknown, path: string, code?: string): string | null {
  if (!(error instanceof RequestError)) return null;
  if (error.path !== path && (code === undefined || error.code !== code)) return null;
  return error.hint === null ? error.message : `${error.message} ${error.hint}`;
}
