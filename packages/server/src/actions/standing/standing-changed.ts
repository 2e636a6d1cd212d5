import type { Signal } from '../../platform/signals/signal.ts';
import type { StandingEvent } from '../../platform/telemetry/standing-events.ts';

/** Returns the signals by which the server counts events of standing grants after the commit. */
export function standingChanged(events: Readonly<Partial<Record<StandingEvent, number>>>): Signal[] {
  return Object.entries(events).flatMap(([event, count]) =>
    count === 0 ? [] : [{ to: 'servers', type: 'standingChanged', event: event as StandingEvent, count }],
  );
}
