import type { RouteCall, UserId } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { keepSetting, pushOwner } from '../ui/kept-settings.ts';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { RequestError } from './request.ts';
import { useMe } from './session.ts';
import { workerAddress } from './worker-address.ts';

export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** This browser's push subscription and the person it belongs to. */
interface Kept {
  readonly userId: UserId;
  readonly subscriptionId: string;
  readonly endpoint: string;
}

const keptKey = 'parley-push';

/** Returns the state of push notifications in this browser. Reading it shows no permission prompt. */
export function usePushState() {
  const me = useMe();
  return useQuery({
    queryKey: queryKeys.push,
    queryFn: () => readState(me.userId),
    networkMode: 'always',
    staleTime: 0,
  });
}

/** Turns push notifications on or off. Turning them on asks for the browser's permission. */
export function usePushSwitch() {
  const client = useQueryClient();
  const me = useMe();
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? subscribe(me.userId) : unsubscribe()),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.push }),
  });
}

async function readState(userId: UserId): Promise<PushState> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const kept = readKept();
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  // The endpoint is not compared: a browser may change it, and the subscription still belongs to this person.
  const isOwn = kept?.userId === userId && subscription !== null && subscription !== undefined;
  return isOwn && Notification.permission === 'granted' ? 'on' : 'off';
}

async function subscribe(userId: UserId): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const { item } = await call('getPushKey');
  // The service worker may not be registered yet right after the page has loaded.
  await navigator.serviceWorker.register(workerAddress());
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // A subscription for another server key would never receive a push.
  if (before && readKept()?.endpoint !== before.endpoint) await before.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: item.key };
  await tell(userId, await pushManager.subscribe(options));
}

/**
 * Registers this person's subscription again, because the server deleted it with the old session. An unchanged subscription keeps its id.
 */
export async function renewPush(userId: UserId): Promise<void> {
  if ((await readState(userId)) !== 'on') return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await tell(userId, subscription);
}

async function tell(userId: UserId, subscription: PushSubscription): Promise<void> {
  const body = subscription.toJSON() as RouteCall<'subscribe'>['body'];
  const answer = await call('subscribe', { body });
  const kept: Kept = { userId, subscriptionId: answer.item.subscriptionId, endpoint: subscription.endpoint };
  localStorage.setItem(keptKey, JSON.stringify(kept));
  await keepSetting(pushOwner, userId).catch(() => undefined);
}

async function unsubscribe(): Promise<void> {
  const kept = readKept();
  if (kept) {
    try {
      await call('unsubscribe', { params: { subscriptionId: kept.subscriptionId } });
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 404) throw error;
    }
  }
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  localStorage.removeItem(keptKey);
  await keepSetting(pushOwner, null).catch(() => undefined);
}

function readKept(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(keptKey) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}
