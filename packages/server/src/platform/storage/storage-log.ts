import type { BaseLogger } from 'pino';

/** The part of a logger that storage writes to. */
export type StorageLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>;
