import { setTimeout as pause } from 'node:timers/promises';
import type { History } from '../history/history.ts';
import { faultOf } from './all-faults.ts';
import type { Fault, FaultName, Place } from './fault.ts';

/** The calm after each fault, in which what it broke can mend. */
export interface Calm {
  readonly minMs: number;
  readonly maxMs: number;
}

/** Does one harm after another until the time is over, each once before any comes again, in an order that the seed gives. */
export async function runNemesis(
  place: Place,
  names: readonly FaultName[],
  until: number,
  calm: Calm,
  history: History,
  say: (line: string) => void,
): Promise<void> {
  const able = names.map(faultOf).filter((fault) => {
    const reason = fault.missing(place);
    if (reason !== null) say(`SKIPPED: ${fault.name}, because ${reason}`);
    return reason === null;
  });
  if (able.length === 0) return;
  let deck: Fault[] = [];
  await pause(calm.minMs);
  while (Date.now() < until) {
    if (deck.length === 0) deck = shuffled(able, place);
    const fault = deck.pop();
    if (!fault) continue;
    const from = Date.now();
    const server = await fault.strike(place);
    history.strikes.push({ name: fault.name, from, to: Date.now(), server });
    say(
      `${fault.name}${server === null ? '' : ` at server ${server}`} for ${((Date.now() - from) / 1000).toFixed(1)} s`,
    );
    await pause(place.random.whole(calm.minMs, calm.maxMs));
  }
}

function shuffled(faults: readonly Fault[], { random }: Place): Fault[] {
  const rest = [...faults];
  const order: Fault[] = [];
  while (rest.length > 0) order.push(...rest.splice(random.whole(0, rest.length - 1), 1));
  return order;
}
