import { sseFrame } from '@parley/protocol';
import type { PersonSignal } from '../../platform/signals/signal.ts';

let counter = 0;
const frames = new WeakMap<PersonSignal, Buffer>();

/** Returns the next id of a browser event, `evt_<unix>_<counter>`. Events are numbered but never replayed. */
export function nextEventId(nowMs: number): string {
  return `evt_${Math.floor(nowMs / 1000)}_${++counter}`;
}

/** Returns the frame of a signal, serialized once for all streams. */
export function frameOf(signal: PersonSignal, nowMs: number): Buffer {
  const known = frames.get(signal);
  if (known) return known;
  const id = nextEventId(nowMs);
  const data = { id, type: signal.type, occurredAt: new Date(nowMs).toISOString(), ...signal.payload };
  const frame = Buffer.from(sseFrame({ id, event: signal.type, data }));
  frames.set(signal, frame);
  return frame;
}
