import { setTimeout as pause } from 'node:timers/promises';
import { CommitOutcomeUnknown } from './commit-errors.ts';
import { writeTroubleOf } from './trouble.ts';

/** Retry policy. The pause doubles each time and has a jitter down to half. */
export interface RetryOptions {
  /** Most attempts, including the first. At least 1. */
  attempts: number;
  /** The longest first pause in milliseconds. Default 20. */
  pauseMs?: number;
  onRetry?: (error: unknown, attempt: number) => void;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
/** Codes for: server shutting down, crashed, starting up, too many connections. */
const SERVER_AWAY = new Set(['57P01', '57P02', '57P03', '53300']);
const IDLE_IN_TRANSACTION_TIMEOUT = '25P03';
const SOCKET_LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);
/** Messages of driver errors without a code that mean a connection broke, timed out or could not be opened. */
const CONNECTION_LOST = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'timeout expired',
  'Query read timeout',
  // All connections of the pool were in use: nothing was sent.
  'timeout exceeded when trying to connect',
];

/** Returns whether the whole transaction may succeed on a retry and cannot be applied twice. */
export function isTransient(error: unknown): boolean {
  if (error instanceof CommitOutcomeUnknown) return false;
  const code = codeOf(error);
  if (writeTroubleOf(error) !== null) return true;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED || isConnectionLoss(error) || isStalePlan(error);
}

/**
 * Returns whether the error means that the connection was lost or could not be opened, not that the statement was
 * wrong.
 */
export function isConnectionLoss(error: unknown): boolean {
  const code = codeOf(error);
  if (SERVER_AWAY.has(code) || SOCKET_LOST.has(code) || code === IDLE_IN_TRANSACTION_TIMEOUT) return true;
  if (/^08...$/.test(code)) return true;
  return code === '' && error instanceof Error && CONNECTION_LOST.some((start) => error.message.startsWith(start));
}

/** Returns whether a unique constraint was violated. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION;
}

/**
 * Returns whether a prepared statement became invalid on its connection, such as after another server's migration. A
 * new one will work.
 */
export function isStalePlan(error: unknown): boolean {
  const code = codeOf(error);
  if (code === '26000' || code === '42P05') return true;
  return code === '0A000' && error instanceof Error && error.message.startsWith('cached plan must not change');
}

/**
 * Runs `work` again while it fails with a transient error, and rejects with the last error. `work` must be a whole
 * transaction.
 */
export async function retryTransient<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= options.attempts || !isTransient(error)) throw error;
      options.onRetry?.(error, attempt);
      const longest = (options.pauseMs ?? 20) * 2 ** (attempt - 1);
      await pause(longest * (0.5 + Math.random() / 2));
    }
  }
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
