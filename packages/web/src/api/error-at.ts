import { RequestError } from './request.ts';

/**
 * Returns the server's sentence about one field of the request, matched by JSON Pointer or by code; null if the error is about
 * something else.
 */
export function errorAt(error: unknown, path: string, code?: string): string | null {
  if (!(error instanceof RequestError)) return null;
  if (error.path !== path && (code === undefined || error.code !== code)) return null;
  return error.hint === null ? error.message : `${error.message} ${error.hint}`;
}
