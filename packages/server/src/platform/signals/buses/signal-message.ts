import type { Signal } from '../signal.ts';

/** The content of one message between servers. */
export type SignalMessage =
  | { readonly from: string; readonly signals: readonly Signal[] }
  /** Signals were dropped: receivers must resync. */
  | { readonly from: string; readonly resync: true };

/** Encodes signals as messages of at most `maxBytes` bytes each, in order. */
export function encodeSignals(from: string, signals: readonly Signal[], maxBytes: number): string[] {
  const head = `{"from":${JSON.stringify(from)},"signals":[`;
  const tail = ']}';
  const room = maxBytes - head.length - tail.length;
  const messages: string[] = [];
  let texts: string[] = [];
  let bytes = 0;
  const finish = () => {
    if (texts.length > 0) messages.push(head + texts.join(',') + tail);
    texts = [];
    bytes = 0;
  };
  for (const text of signals.flatMap((signal) => fitting(signal, room))) {
    const added = Buffer.byteLength(text) + 1;
    if (bytes + added > room) finish();
    texts.push(text);
    bytes += added;
  }
  finish();
  return messages;
}

export function encodeResync(from: string): string {
  return JSON.stringify({ from, resync: true });
}

/** Decodes a message. Returns null if the format is unknown, for example if other software writes to the channel. */
export function decodeMessage(text: string): SignalMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const message = value as Partial<{ from: unknown; signals: unknown; resync: unknown }> | null;
  if (typeof message?.from !== 'string') return null;
  if (message.resync === true) return { from: message.from, resync: true };
  if (!Array.isArray(message.signals) || !message.signals.every(isSignal)) return null;
  return { from: message.from, signals: message.signals };
}

/** Splits a signal that does not fit, because it addresses many people, into halves. */
function fitting(signal: Signal, room: number): string[] {
  const text = JSON.stringify(signal);
  if (Buffer.byteLength(text) < room || signal.to === 'servers' || signal.userIds.length < 2) return [text];
  const middle = Math.ceil(signal.userIds.length / 2);
  const halves = [signal.userIds.slice(0, middle), signal.userIds.slice(middle)];
  return halves.flatMap((userIds) => fitting({ ...signal, userIds }, room));
}

function isSignal(value: unknown): value is Signal {
  const signal = value as { to?: unknown; type?: unknown; userIds?: unknown } | null;
  if (typeof signal?.type !== 'string') return false;
  return signal.to === 'servers' || (signal.to === 'people' && Array.isArray(signal.userIds));
}
