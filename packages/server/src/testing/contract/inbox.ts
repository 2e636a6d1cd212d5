import type { Agent } from './agent.ts';
import { eventually } from './eventually.ts';
import type { Json } from './http.ts';
import type { Relay } from './relay.ts';

/** An agent that accepts its deliveries: its relay, which acknowledges every delivery while it waits for one. */
export interface Inbox {
  relay: Relay;
  /** Returns the envelopes so far, each delivery once, in order of arrival; of one event if given. */
  envelopes(event?: string): Json[];
  /** Waits for the first envelope of this event that satisfies `fits`. */
  awaitEnvelope(event: string, fits?: (envelope: Json) => boolean): Promise<Json>;
  /** Acknowledges all deliveries that are not acknowledged yet. */
  take(): Promise<void>;
  close(): void;
}

/** Opens the relay of an agent and waits until it is ready. */
export async function openInbox(agent: Agent): Promise<Inbox> {
  const relay = await agent.stream();
  await relay.awaitEvent('ready');
  const taken = new Set<string>();
  const envelopes = (event?: string): Json[] => {
    const byId = new Map(relay.deliveries().map(({ envelope }) => [envelope.delivery_id, envelope]));
    return [...byId.values()].filter((envelope) => event === undefined || envelope.event === event);
  };
  const take = async () => {
    for (const { delivery_id: id } of envelopes()) {
      if (taken.has(id)) continue;
      taken.add(id);
      await agent.ack(id);
    }
  };
  return {
    relay,
    envelopes,
    take,
    awaitEnvelope: (event, fits = () => true) =>
      eventually(agent.server, `an envelope of ${event}`, async () => {
        await take();
        return envelopes(event).find(fits);
      }),
    close: () => relay.close(),
  };
}
