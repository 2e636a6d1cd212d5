import type { Agent, Dispatcher } from 'undici';
import { systemClock, type Cancel } from '../../../platform/time/clock.ts';
import { DialError } from '../../../platform/dialing/dial-error.ts';

/** Maximum number of bytes read from a response body. */
export const MAX_ANSWER_BYTES = 16 * 1024;

/** An HTTP response: complete, or with the first `MAX_ANSWER_BYTES` of its body. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** How an exchange ended: with a response, or with an error. */
export type Exchange = { readonly sent: boolean } & (
  { readonly answer: Answer } | { readonly failure: Error; readonly statusCode: number | null }
);

export interface ExchangeRequest {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  /** Called once, when the connection is open and the request is about to be written. */
  readonly onSent?: (() => void) | undefined;
}

/**
 * Posts once. One deadline covers waiting for a connection, DNS, TLS, headers and body. Rejects only if `onSent` throws
 * or the request is malformed; a network failure is an `Exchange`.
 */
export function exchange(agent: Agent, request: ExchangeRequest, deadlineMs: number): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const handler = new ExchangeHandler(request.onSent, resolve, reject, deadlineMs);
    const { url, headers, body } = request;
    agent.dispatch({ origin: url.origin, path: url.pathname + url.search, method: 'POST', headers, body }, handler);
  });
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | null = null;
  private sent = false;
  private settled = false;
  private statusCode: number | null = null;
  private headers: Answer['headers'] = {};
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private readonly cancelDeadline: Cancel;
  private readonly onSent: (() => void) | undefined;
  private readonly resolve: (exchange: Exchange) => void;
  private readonly reject: (error: unknown) => void;

  constructor(
    onSent: (() => void) | undefined,
    resolve: (exchange: Exchange) => void,
    reject: (error: unknown) => void,
    deadlineMs: number,
  ) {
    this.onSent = onSent;
    this.resolve = resolve;
    this.reject = reject;
    // The network takes real time, whichever clock the deliveries use.
    this.cancelDeadline = systemClock.after(deadlineMs, () => this.cut(tooLate(deadlineMs)));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The deadline passed while the request waited for a connection. Throwing drops the request and keeps the
    // connection.
    if (this.settled) throw new Error('abandoned');
    this.controller = controller;
    this.sent = true;
    try {
      this.onSent?.();
    } catch (error) {
      this.settle(() => this.reject(error));
      throw error;
    }
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number, headers: Answer['headers']): void {
    if (statusCode < 200) return;
    this.statusCode = statusCode;
    this.headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk.subarray(0, MAX_ANSWER_BYTES - this.bytes));
    this.bytes += chunk.length;
    if (this.bytes <= MAX_ANSWER_BYTES) return;
    this.answered();
    this.controller?.abort(new Error('enough of the answer was read'));
  }

  onResponseEnd(): void {
    this.answered();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.failed(error);
  }

  private cut(failure: Error): void {
    this.failed(failure);
    this.controller?.abort(failure);
  }

  private answered(): void {
    const { statusCode, headers, sent } = this;
    if (statusCode === null) return this.failed(new Error('an end without an answer'));
    this.settle(() => this.resolve({ sent, answer: { statusCode, headers, body: Buffer.concat(this.chunks) } }));
  }

  private failed(failure: Error): void {
    const { statusCode, sent } = this;
    this.settle(() => this.resolve({ sent, failure, statusCode }));
  }

  private settle(outcome: () => void): void {
    if (this.settled) return;
    this.settled = true;
    this.cancelDeadline();
    outcome();
  }
}

function tooLate(deadlineMs: number): DialError {
  return new DialError('timeout', `The endpoint gave no complete answer within ${deadlineMs / 1000} s.`);
}
