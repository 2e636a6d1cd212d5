import { sseFrame } from '@parley/protocol';
import type { PersonSignal } from '../signals/signal.ts';

let counter = 0;
const frames = new WeakMap<PersonSignal, Buffer>();

/** `evt_<unix>_<counter>`: browser events are numbered, never replayed. */
export function nextEventId(nowMs: number): string {
  return `evt_${Math.floor(nowMs / 1000)}_${++counter}`;
}

/** A signal as a frame, serialized once however many streams it goes to. */
export function frameOf(signal: PersonSignal, nowMs: number): Buffer {
  const known = frames.get(signal);
  if (known) return known;
  const id = nextEventId(nowMs);
  const data = { id, type: signal.type, occurredAt: new Date(nowMs).toISOString(), ...signal.payload };
  const frame = Buffer.from(sseFrame({ id, event: signal.type, data }));
  frames.set(signal, frame);
  return frame;
}
