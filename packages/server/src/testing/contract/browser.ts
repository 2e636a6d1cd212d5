import { eventually } from './eventually.ts';
import type { Json } from './http.ts';
import type { Person } from './person.ts';
import type { Server } from './server.ts';
import { openEventStream, type EventStream } from './sse.ts';

/** The event stream of a browser tab. */
export interface Signals extends EventStream {
  /** Returns the data of all events of these types so far; of all events without arguments. */
  of(...types: string[]): Json[];
  /** Waits for the first event of this type with data that contains `members`. */
  awaitSignal(type: string, members?: Record<string, unknown>): Promise<Json>;
}

/** Opens the event stream of this person and waits until it is ready. */
export async function openSignals(
  server: Server,
  person: Person,
  headers: Record<string, string> = {},
): Promise<Signals> {
  const stream = await openEventStream(`${server.baseUrl}/v1/events`, { cookie: person.cookie, ...headers });
  const of = (...types: string[]): Json[] =>
    stream.frames
      .filter((frame) => types.length === 0 || types.includes(frame.event ?? ''))
      .map((frame) => JSON.parse(frame.data));
  const awaitSignal = (type: string, members: Record<string, unknown> = {}): Promise<Json> =>
    eventually(server, `the signal ${type} ${JSON.stringify(members)}`, () =>
      of(type).find((data) => Object.entries(members).every(([key, value]) => data[key] === value)),
    );
  const signals = Object.assign(stream, { of, awaitSignal });
  if (stream.status === 200) await awaitSignal('streamReady');
  return signals;
}
