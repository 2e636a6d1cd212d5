import type { FastifyRequest } from 'fastify';
import type { RouteRow } from '@parley/protocol';
import { Refused } from '../../platform/routing/refusal.ts';

/** The running and waiting reads of one caller. */
interface Line {
  underWay: number;
  readonly waiting: (() => void)[];
}

export interface ReadTurns {
  /**
   * Runs a read in its caller's turn. Refuses it if too many wait, or if `isVain` then returns true because the answer
   * could not be sent.
   */
  take<T>(callerId: string, isVain: () => boolean, read: () => Promise<T>): Promise<T>;
}

/**
 * Limits how many reads of one caller run at once. The others wait here and not in the database's queue, so that a
 * caller with many reads delays only themselves.
 */
export function createReadTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): ReadTurns {
  const lines = new Map<string, Line>();
  return {
    async take(callerId, isVain, read) {
      const line = lines.get(callerId) ?? { underWay: 0, waiting: [] };
      lines.set(callerId, line);
      if (line.underWay < atOnce) line.underWay += 1;
      else {
        if (line.waiting.length >= mostWaiting) throw tooMany();
        // The finished read hands over its slot, so the count stays the same.
        await new Promise<void>((resolve) => line.waiting.push(resolve));
      }
      try {
        if (isVain()) throw tooMany();
        return await read();
      } finally {
        const next = line.waiting.shift();
        if (next) next();
        else line.underWay -= 1;
        if (line.underWay === 0) lines.delete(callerId);
      }
    },
  };
}

/** Runs a read in its caller's turn, and anything else at once. */
export function inTurn<T>(
  turns: ReadTurns,
  request: FastifyRequest,
  row: RouteRow,
  answer: () => Promise<T>,
): Promise<T> {
  const { callerId, raw } = request;
  if (row.method !== 'GET' || callerId === null) return answer();
  return turns.take(callerId, () => raw.socket.destroyed || request.holdsTooMuch(), answer);
}

const tooMany = () => new Refused({ code: 'overloaded', message: 'Too many of your requests are under way.' });
