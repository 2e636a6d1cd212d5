import type { DeliveryId } from '@parley/protocol';
import { accepted, failed, type AttemptResult } from '../../engine/carriers/attempt-result.ts';
import type { OpenWebhookClient } from '../../engine/carriers/webhook/post-webhook.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { SeededRandom } from '../seeded-random.ts';

/** An endpoint's reaction to one request, after a delay. */
interface Reaction {
  readonly afterMs: number;
  readonly result: AttemptResult | 'throws';
}

/**
 * Returns the random choices for the next attempt of a delivery. They depend on the seed, not on the order in which
 * deliveries ask.
 */
export type Chances = (deliveryId: DeliveryId) => SeededRandom;

/** Observes the requests from an engine to the endpoints. */
export interface Watch {
  begins(deliveryId: DeliveryId): void;
  /** @param took Whether the agent accepted it. */
  ends(deliveryId: DeliveryId, took: boolean): void;
  /** Whether the sending engine has ended. Its requests are then not sent. */
  isOver(): boolean;
}

const deadlineMs = 10_000;

/**
 * Endpoints in memory. While they are not well, each is by chance fast, slow, hanging, failing, gone or asking for a
 * delay.
 */
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
