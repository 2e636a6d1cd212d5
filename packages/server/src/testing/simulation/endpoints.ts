import type { DeliveryId } from '@parley/protocol';
import { accepted, failed, type AttemptResult } from '../../carriers/attempt-result.ts';
import type { OpenWebhookClient } from '../../carriers/webhook/post-webhook.ts';
import type { Clock } from '../../time/clock.ts';
import type { SeededRandom } from '../seeded-random.ts';

/** What an endpoint does with one request, after so long. */
interface Reaction {
  readonly afterMs: number;
  readonly result: AttemptResult | 'throws';
}

/** What chance has in store for the next try of a delivery: the same for a seed, whoever is asked before it. */
export type Chances = (deliveryId: DeliveryId) => SeededRandom;

/** Told what passes between an engine and the endpoints. */
export interface Watch {
  begins(deliveryId: DeliveryId): void;
  /** @param took Whether the agent took it. */
  ends(deliveryId: DeliveryId, took: boolean): void;
  /** True once the engine that sends is gone: what it would send now stays unsent. */
  isOver(): boolean;
}

const deadlineMs = 10_000;

/** Endpoints in memory: quick, slow, hanging, out of order, gone or asking for patience, as chance has it while they are not well. */
export function simulatedEndpoints(
  clock: Clock,
  chances: Chances,
  isWell: () => boolean,
  watch: Watch,
): OpenWebhookClient {
  return () => ({
    post({ headers, onSent }) {
      const deliveryId = headers['x-delivery-id'] as DeliveryId;
      if (watch.isOver()) return new Promise(() => undefined);
      watch.begins(deliveryId);
      onSent?.();
      const { afterMs, result } = isWell() ? { afterMs: 5, result: accepted } : react(chances(deliveryId));
      return new Promise((resolve, reject) => {
        clock.after(afterMs, () => {
          watch.ends(deliveryId, result === accepted);
          if (result === 'throws') reject(new Error('This is a mistake in the program.'));
          else resolve(result);
        });
      });
    },
    close: async () => undefined,
  });
}

function react(random: SeededRandom): Reaction {
  const kind = random.pick([...often, ...often, ...often, 'gone', 'mistake', 'no'] as const);
  const soon = random.whole(1, 80);
  switch (kind) {
    case 'quick':
      return { afterMs: soon, result: accepted };
    case 'slow':
      return { afterMs: random.whole(500, 9000), result: accepted };
    case 'hangs':
      return { afterMs: deadlineMs, result: failed('timeout', 'It did not answer.', true) };
    case 'cut':
      return { afterMs: soon, result: failed('connection_failed', 'The line was cut.', true) };
    case 'error':
      return { afterMs: soon, result: answer(500) };
    case 'patience':
      return { afterMs: soon, result: { ...answer(503), retryAfterMs: random.whole(0, 10 * 3_600_000) } };
    case 'no':
      return { afterMs: soon, result: { ...answer(400), permanent: true } };
    case 'gone':
      return { afterMs: soon, result: { ...answer(410), permanent: true } };
    case 'mistake':
      return { afterMs: soon, result: 'throws' };
  }
}

const often = ['quick', 'quick', 'quick', 'slow', 'hangs', 'cut', 'error', 'patience'] as const;

function answer(statusCode: number): AttemptResult {
  return { ...failed('http_error', `It answered ${statusCode}.`, true), statusCode };
}
