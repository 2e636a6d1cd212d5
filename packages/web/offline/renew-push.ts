import { callerHeader } from '@parley/protocol';
import { pushOwner, readSetting } from '../src/ui/kept-settings.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * The browser has ended a subscription by itself, or given it another address: the server is told of the new one, as long as the person
 * who asked for it is still the one who is signed in. Otherwise the next start of the app sees to it.
 */
export async function renewSubscription(fresh: PushSubscription | null): Promise<void> {
  const owner = await readSetting<string | null>(pushOwner);
  if (!owner) return;
  const session = await read<{ readonly userId: string }>('/v1/session', owner);
  if (session?.userId !== owner) return;
  const subscription = fresh ?? (await subscribe(owner));
  if (!subscription) return;
  await fetch('/v1/push/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [callerHeader]: owner },
    body: JSON.stringify(subscription.toJSON()),
  });
}

async function subscribe(owner: string): Promise<PushSubscription | null> {
  const known = await read<{ readonly key: string }>('/v1/push/key', owner);
  if (!known) return null;
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: known.key });
}

async function read<Item>(path: string, owner: string): Promise<Item | null> {
  const answer = await fetch(path, { headers: { accept: 'application/json', [callerHeader]: owner } });
  return answer.ok ? ((await answer.json()) as { readonly item: Item }).item : null;
}
