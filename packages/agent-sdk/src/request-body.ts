import type { SendableBlock } from '@parley/protocol';
import type { Plan } from './call-options.ts';
import { callerLine, from } from './caller-line.ts';
import { toBlocks, type Content } from './content.ts';

/** Of the requests, which is that of the interface. */
export const version = '1' as const;

/** A call with its body in its final bytes. */
export interface Sent {
  readonly params?: object;
  readonly query?: object;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export function json(body: unknown) {
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

/** A plan as the wire has it. */
export function planBody({ at, cron, timezone, text }: Plan) {
  return {
    text,
    ...(at === undefined ? {} : { at: typeof at === 'string' ? at : at.toISOString() }),
    ...(cron === undefined ? {} : { cron }),
    ...(timezone === undefined ? {} : { timezone }),
  };
}
