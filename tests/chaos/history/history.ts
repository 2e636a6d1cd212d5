import type { Json } from '../../../packages/server/src/testing/contract/http.ts';

/** A message that a server answered for with 201 or 202. */
export interface AcceptedMessage {
  readonly room: string;
  readonly messageId: string;
  /** What it says; null for an agent's reply, which is known by its id. */
  readonly text: string | null;
  /** Its place in the room; null where the answer does not tell. */
  readonly seq: number | null;
  readonly deliveryId: string | null;
  readonly at: number;
  readonly server: number;
}

export interface Strike {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Which server it hit, or null. */
  readonly server: number | null;
}

/** All that was seen from outside: what was promised, what came, and what went wrong on purpose. */
export class History {
  readonly accepted: AcceptedMessage[] = [];
  /** When each delivery came, as often as it came. */
  readonly arrivals = new Map<string, { readonly event: string; readonly times: number[] }>();
  readonly strikes: Strike[] = [];
  readonly invocations = new Map<string, { readonly approvalId: string; readonly person: string }>();
  /** Answers that no fault explains; there should be none. */
  readonly surprises: string[] = [];
  /** Reads that contradict an earlier read. */
  readonly unordered: string[] = [];
  repeats = 0;
  reads = 0;

  arrived(envelope: Json): void {
    const known = this.arrivals.get(envelope.delivery_id);
    if (known) known.times.push(Date.now());
    else this.arrivals.set(envelope.delivery_id, { event: envelope.event, times: [Date.now()] });
  }
}
