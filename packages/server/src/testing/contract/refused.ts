import { expect } from 'vitest';
import type { Answer } from './http.ts';

/** Expects a refusal with this status and code and, if given, this path of the body. */
export function expectRefusal(answer: Answer, status: number, code: string, path?: string): void {
  expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({ status, code });
  if (path !== undefined) expect(answer.body.error.path).toBe(path);
}
