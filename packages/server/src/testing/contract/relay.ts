import { eventually } from './eventually.ts';
import type { Json } from './http.ts';
import type { Server } from './server.ts';
import { verifies } from './signature.ts';
import { openEventStream, type EventStream } from './sse.ts';

/** A delivery received over the relay, with its decoded body. */
export interface RelayedDelivery {
  id: string | undefined;
  data: Json;
  body: Buffer;
  envelope: Json;
  /** Whether the platform's signature is valid for the credential that opened the stream. */
  genuine: boolean;
}

/** An agent's open relay stream. */
export interface Relay extends EventStream {
  /** Returns every delivery so far, in the order written. */
  deliveries(): RelayedDelivery[];
  /** Waits for at least this many deliveries, and returns all. */
  awaitDeliveries(count: number): Promise<RelayedDelivery[]>;
  /** Waits for the first frame of this event, and returns its data. */
  awaitEvent(event: string): Promise<Json>;
  awaitEnd(): Promise<void>;
}

/** Opens the relay with these headers. A refused stream has its status, and its body in `raw`. */
export function openRelay(server: Server, secret: string, headers: Record<string, string>): Promise<Relay> {
  return relayOver(server, '/hooks/v1/stream', secret, headers);
}

/** Opens a relay over another path, such as for an owner who listens. */
export async function relayOver(
  server: Server,
  path: string,
  secret: string,
  headers: Record<string, string>,
): Promise<Relay> {
  const stream = await openEventStream(`${server.baseUrl}${path}`, headers);
  const deliveries = () =>
    stream.frames.filter((frame) => frame.event === 'delivery').map((frame) => read(frame.id, frame.data, secret));
  return Object.assign(stream, {
    deliveries,
    awaitDeliveries: async (count: number) => {
      await eventually(server, `${count} deliveries on the relay`, () => deliveries().length >= count);
      return deliveries();
    },
    awaitEvent: async (event: string): Promise<Json> => {
      const found = () => stream.frames.find((frame) => frame.event === event);
      return JSON.parse((await eventually(server, `a ${event} frame`, found)).data);
    },
    awaitEnd: async () => {
      await eventually(server, 'the relay to be closed', () => stream.ended);
    },
  });
}

function read(id: string | undefined, text: string, secret: string): RelayedDelivery {
  const data: Json = JSON.parse(text);
  const body = Buffer.from(data.body_base64, 'base64');
  const genuine = verifies(secret, data.signature, body);
  return { id, data, body, envelope: JSON.parse(body.toString('utf8')), genuine };
}
