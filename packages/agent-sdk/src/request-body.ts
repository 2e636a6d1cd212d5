import type { SendableBlock } from '@parley/protocol';
import type { Plan } from './call-options.ts';
import { callerLine, from } from './caller-line.ts';
import { toBlocks, type Content } from './content.ts';
import { refusedLocally } from './errors.ts';

/** Of the requests, which is that of the interface. */
export const version = '1' as const;

/** A call with its body in its final bytes. */
export interface Sent {
  readonly params?: object;
  readonly query?: object;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export function json(body: unknown): { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> } {
  return { body: new TextEncoder().encode(JSON.stringify(body)), headers: { 'content-type': 'application/json' } };
}

/** A header holds printable ASCII only, so any other file name is percent-encoded. */
export function headerText(text: string): string {
  return /^[\x20-\x7e]+$/.test(text) ? text : encodeURIComponent(text);
}

/** The blocks of content, where they are faulty with an error of the line that called. */
export function checked(content: Content, mode: 'partial' | 'final'): SendableBlock[] {
  const line = callerLine();
  try {
    return toBlocks(content, mode);
  } catch (error) {
    throw from(error, line);
  }
}

/**
 * A plan as the wire has it.
 *
 * @throws RefusedError of the line that called, where the time is a Date that is none.
 */
export function planBody({ at, cron, timezone, text }: Plan) {
  return {
    text,
    ...(at === undefined ? {} : { at: typeof at === 'string' ? at : timeText(at) }),
    ...(cron === undefined ? {} : { cron }),
    ...(timezone === undefined ? {} : { timezone }),
  };
}

function timeText(at: Date): string {
  if (!Number.isNaN(at.getTime())) return at.toISOString();
  const error = refusedLocally({
    code: 'malformed_request',
    path: '/at',
    reason: 'invalid_date',
    message: 'The member `at` of the schedule is an Invalid Date.',
    hint: 'Check what the Date is made of: new Date(text) takes a time such as 2026-01-31T09:00:00Z.',
  });
  throw from(error, callerLine());
}
