import { Gauge } from 'prom-client';
import type { Core } from '../../platform/routing/core.ts';
import { parseAllowList } from '../../platform/settings/address-ranges.ts';
import { createWebhookClient } from '../../engine/carriers/webhook/post-webhook.ts';
import { firstWithin } from '../../platform/time/first-within.ts';
import { findPushes, type Push } from './find-pushes.ts';
import { createOutbox } from './outbox.ts';
import { pushKeyOf } from './push-keys.ts';
import { deleteGoneSubscription, isSubscribed } from './queries.ts';
import { sendPush } from './send-push.ts';
import { createVapid } from './vapid.ts';
import { watchNews } from './watch-news.ts';

export interface Pushes {
  /** Finishes running work within this time in milliseconds, and drops the rest. */
  stop(withinMs: number): Promise<void>;
}

/** An attempt to send a push. The second is the last. */
interface Attempt {
  readonly push: Push;
  readonly isSecond: boolean;
}

/** Maximum number of running and queued pushes, for one push service and in total. */
const bounds = { perHost: 32, inAll: 128, waitingPerHost: 5_000, waitingInAll: 10_000 };
const retriesMax = 1_000;

type PushApp = Pick<Core, 'storage' | 'clock' | 'hub' | 'config' | 'log' | 'metrics' | 'secrets'>;

/**
 * Sends pushes for events of commits on this server, in the background. No request waits for a push; pushes above the
 * limits are dropped and counted.
 */
export async function startPushes(app: PushApp): Promise<Pushes> {
  const { clock, config, metrics, storage, log } = app;
  const subject = config.pushContact ?? config.baseUrl ?? `http://${config.host}:${config.port}`;
  const vapid = createVapid(await pushKeyOf(app), { subject, now: () => clock.now() });
  const client = createWebhookClient({
    allow: parseAllowList(config.webhookAllow),
    localHttp: config.localWebhooks,
    maxConnectionsPerOrigin: bounds.perHost,
    now: () => clock.now(),
  });
  const retries = new Set<() => void>();
  let isStopping = false;

  const attempt = async ({ push, isSecond }: Attempt): Promise<void> => {
    const { subscription } = push;
    if (isSecond && !(await isSubscribed(storage.db, subscription, new Date(clock.now())))) return;
    const result = await sendPush(app, { client, vapid }, push);
    const isLast = isSecond || isStopping || retries.size >= retriesMax;
    if (result.outcome === 'later' && !isLast) return retryLater(push, result.afterMs);
    metrics.pushesEnded(result.outcome === 'later' ? 'refused' : result.outcome, 1);
    if (result.outcome === 'gone') await deleteGoneSubscription(storage.db, subscription);
  };
  const outbox = createOutbox<Attempt>({
    ...bounds,
    run: (item) =>
      attempt(item).catch((error: unknown) => {
        metrics.pushesEnded('failed', 1);
        log.warn(
          { err: error, subscriptionId: item.push.subscription.subscription_id },
          'could not send push notification',
        );
      }),
  });
  const post = (item: Attempt) => {
    if (!outbox.add(new URL(item.push.subscription.endpoint).host, item)) metrics.pushesEnded('dropped', 1);
  };
  const retryLater = (push: Push, afterMs: number) => {
    const cancel = clock.after(afterMs, () => {
      retries.delete(cancel);
      post({ push, isSecond: true });
    });
    retries.add(cancel);
  };
  const watch = await watchNews(app, async (news) => {
    for (const push of await findPushes(app, news)) post({ push, isSecond: false });
  });
  new Gauge({
    name: 'parley_pushes_waiting',
    help: 'Pushes that wait to be sent by this server.',
    registers: [metrics.registry],
    collect() {
      this.set(outbox.waiting + retries.size);
    },
  });

  return {
    async stop(withinMs) {
      isStopping = true;
      await firstWithin(
        withinMs,
        watch.stop().then(() => outbox.idle()),
        undefined,
      );
      for (const cancel of retries) cancel();
      metrics.pushesEnded('dropped', outbox.clear() + retries.size);
      // A hanging request ends at its own deadline. Closing does not wait for it.
      void client.close();
    },
  };
}
