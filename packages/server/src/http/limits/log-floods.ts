import type { RefusalCode } from '@parley/protocol';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RecentMap } from '../../platform/time/recent-map.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { addressGroup } from './address-group.ts';

/** Refusals of callers that ask too much. */
const floods: ReadonlySet<RefusalCode> = new Set(['rate_limited', 'overloaded', 'quota_exceeded']);

const sampleMs = 60_000;
const callersMax = 1000;
/** Most log lines per minute for all callers, so that many addresses cannot flood the log. */
const linesMax = 20;

/** Records a refusal. */
export type NoteRefusal = (request: FastifyRequest, code: RefusalCode) => void;

/**
 * Logs callers that are refused for asking too much: the first refusal, then a line per minute with the count. The
 * caller is a person or an agent by id, or else an address group.
 */
export function logFloods({ log, clock }: { readonly log: Logger; readonly clock: Clock }): NoteRefusal {
  const callers = new RecentMap<string, { at: number; refused: number }>(callersMax);
  let minute = { at: 0, lines: 0 };
  return (request, code) => {
    if (!floods.has(code)) return;
    const now = clock.now();
    const who = request.callerId ?? addressGroup(request.ip);
    const name = `${code} ${who}`;
    const last = callers.get(name);
    const refused = (last?.refused ?? 0) + 1;
    if (now - minute.at >= sampleMs) minute = { at: now, lines: 0 };
    const isDue = last === undefined || now - last.at >= sampleMs;
    if (!isDue || minute.lines >= linesMax) return callers.set(name, { at: last?.at ?? 0, refused });
    minute.lines += 1;
    callers.set(name, { at: now, refused: 0 });
    const route = request.routeOptions.url ?? 'none';
    log.warn(
      { code, ...callerOf(request, who), route, refused, requestId: request.id },
      'requests refused: caller asks too much',
    );
  };
}

function callerOf({ callerId }: FastifyRequest, who: string) {
  if (callerId === null) return { addressGroup: who };
  return callerId.startsWith('agt_') ? { agentId: callerId } : { userId: callerId };
}
