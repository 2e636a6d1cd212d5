import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { replyRequest } from './agent-request.ts';
import { openConnection } from './connection.ts';
import type { Answerable } from './reply-flood.ts';
import { openListener } from './listener.ts';

export interface Draft extends Answerable {
  readonly conversationId: string;
  /** Of the person who watches it grow. */
  readonly cookie: string;
}

export interface PartialsPlan {
  readonly port: number;
  readonly drafts: readonly Draft[];
  /** Partial replies a second for each draft. */
  readonly perSecond: number;
  readonly durationMs: number;
}

export interface PartialsSeen {
  /** From each request until its signal was in the person's browser stream, in milliseconds. */
  readonly latenciesMs: number[];
  /** Partial replies whose signal did not come in time. */
  readonly unseen: number;
}

const seeWithinMs = 5000;

/** Lets drafts grow, all at once, each at a steady pace but never ahead of what its person was told. */
export async function partials(plan: PartialsPlan): Promise<PartialsSeen> {
  const watches = new Map(plan.drafts.map((draft) => [draft.conversationId, new Watch()]));
  const cookies = [...new Set(plan.drafts.map(({ cookie }) => cookie))];
  const listeners = await Promise.all(
    cookies.map((cookie) => {
      // Everyone in a room hears of its draft, and each a little later than another: only the one who watches it counts.
      const own = new Map(
        plan.drafts
          .filter((draft) => draft.cookie === cookie)
          .map(({ conversationId }) => [conversationId, watches.get(conversationId)]),
      );
      const signal = (conversationId: string) => own.get(conversationId)?.see();
      const lookAgain = () => own.forEach((watch) => watch?.see());
      return openListener(plan.port, cookie, 'messagePartial', { signal, lookAgain });
    }),
  );
  try {
    const seen = await Promise.all(
      plan.drafts.map((draft, place) => grow(plan, draft, place, watches.get(draft.conversationId) ?? new Watch())),
    );
    const all = seen.flat();
    const latenciesMs = all.filter((latencyMs) => latencyMs !== null);
    return { latenciesMs, unseen: all.length - latenciesMs.length };
  } finally {
    for (const listener of listeners) listener.close();
  }
}

/** Waits until a person was told of one partial reply. */
class Watch {
  private resolve: (isSeen: boolean) => void = () => undefined;

  see(): void {
    this.resolve(true);
  }

  /** In how many milliseconds it was seen; null where it was not in time. */
  async next(): Promise<number | null> {
    const from = performance.now();
    const isSeen = await new Promise<boolean>((resolve) => {
      this.resolve = resolve;
      setTimeout(() => resolve(false), seeWithinMs).unref();
    });
    return isSeen ? performance.now() - from : null;
  }
}

async function grow(
  { port, drafts, perSecond, durationMs }: PartialsPlan,
  { agent, deliveryId }: Draft,
  place: number,
  watch: Watch,
): Promise<(number | null)[]> {
  const connection = await openConnection(port);
  const periodMs = 1000 / perSecond;
  const startAt = performance.now() + (place * periodMs) / drafts.length;
  const seen: (number | null)[] = [];
  // Another run within the same second would sign the same bytes, and get the first answer again without a signal.
  const run = randomUUID();
  for (let count = 0; performance.now() - startAt < durationMs; count++) {
    const waitMs = startAt + count * periodMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const blocks = [{ type: 'text', text: `${'word '.repeat((count % 200) + 1)}${count} ${run}` }];
    const request = replyRequest(agent, { in_reply_to_delivery_id: deliveryId, partial: true, blocks });
    const [latencyMs, { status, body }] = await Promise.all([watch.next(), connection.send(request)]);
    if (status !== 202) throw new Error(`A partial reply was answered with ${status}: ${body.slice(0, 300)}`);
    seen.push(latencyMs);
  }
  connection.close();
  return seen;
}
