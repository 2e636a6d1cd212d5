import type { AcceptedMessage, History } from './history.ts';
import type { Verdict } from './verdict.ts';

const aftermathMs = 15_000;

/** How long messages took to reach their agents, and how long after a kill the work of the killed server ran again. */
export function measureDelays(history: History): Verdict {
  const delays = history.accepted.flatMap((message) => {
    const came = firstArrival(history, message);
    return came === null ? [] : [came - message.at];
  });
  const sorted = delays.sort((a, b) => a - b);
  const at = (share: number) => Math.max(0, sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  const kills = history.strikes.filter(({ name }) => name === 'kill');
  const resumed = kills.map(({ from, server }) => resumedAfter(history, from, server));
  const figures: [string, string | number][] = [
    ['from acceptance to first arrival, median', `${at(0.5)} ms`],
    ['  99 %', `${at(0.99)} ms`],
    ['  longest', `${at(1)} ms`],
  ];
  if (kills.length > 0) {
    figures.push(['kills', kills.length]);
    figures.push(['  the killed server’s work came within', `${Math.max(...resumed)} ms`]);
  }
  return { figures, broken: [] };
}

/** The longest that a message waited which was still on its way through the server when it was killed, or came soon after. */
function resumedAfter(history: History, killedAt: number, server: number | null): number {
  const waits = history.accepted.map((message) => {
    const isConcerned = message.server === server ? message.at <= killedAt : message.at <= killedAt + aftermathMs;
    const came = firstArrival(history, message);
    if (!isConcerned || came === null || came < killedAt) return 0;
    return came - Math.max(message.at, killedAt);
  });
  return Math.max(0, ...waits);
}

function firstArrival(history: History, { deliveryId }: AcceptedMessage): number | null {
  return (deliveryId === null ? undefined : history.arrivals.get(deliveryId)?.times[0]) ?? null;
}
