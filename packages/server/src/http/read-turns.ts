import type { FastifyRequest } from 'fastify';
import type { RouteRow } from '@parley/protocol';
import { Refused } from '../routing/refusal.ts';

/** The reads of one caller that go on or wait. */
interface Line {
  underWay: number;
  readonly waiting: (() => void)[];
}

export interface ReadTurns {
  /**
   * Does a read when it is its caller's turn. Beyond those that may wait it is refused, and so it is where `isVain` says by then
   * that its answer could not go out.
   */
  take<T>(callerId: string, isVain: () => boolean, read: () => Promise<T>): Promise<T>;
}

/**
 * Bounds how many reads of one caller go on at the same time. The others wait here and not before the database, which takes whoever
 * comes first: so a caller who asks for very much waits behind themselves, and nobody else does.
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
        // Whoever is done hands the turn on, so it is counted already.
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

/** Answers a read when it is its caller's turn, and anything else at once. */
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
