import { callerHeader } from '@parley/protocol';
import { pushOwner, readSetting } from '../src/ui/kept-settings.ts';
import { isQuiet, readQuietHours } from '../src/ui/quiet-hours.ts';
import { pushWords } from '../src/words/pushes.ts';

declare const self: ServiceWorkerGlobalScope;

/** What a push holds: where something is, and nothing of what it is. */
interface Push {
  readonly kind: 'message' | 'mention' | 'approval' | 'task';
  readonly conversationId: string;
}

interface Room {
  readonly title: string | null;
  readonly agentMembers: readonly { readonly name: string }[];
  readonly userMembers: readonly { readonly displayName: string }[];
}

/** Shows what a push is about: the room by its name, which the server tells to whoever is signed in, and a neutral word. */
export async function showNotice(data: PushMessageData | null): Promise<void> {
  const push = readPush(data);
  if (!push || (await isLookingAt(push.conversationId))) return;
  const quiet = isQuiet(await readQuietHours(), new Date());
  if (quiet && push.kind !== 'approval') return;
  await self.registration.showNotification(await titleOf(push.conversationId), {
    body: pushWords[push.kind],
    // A later one of the same room takes the place of an earlier; a decision stays beside them.
    tag: push.kind === 'approval' ? `decide ${push.conversationId}` : push.conversationId,
    icon: '/icons/icon-192.png',
    silent: quiet,
    data: { path: `/c/${encodeURIComponent(push.conversationId)}` },
  });
}

/** Opens the room of a notification: in the app where it is open, else in a window of its own. */
export async function openNotice(notification: Notification): Promise<void> {
  notification.close();
  const { path } = notification.data as { readonly path: string };
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [open] = windows;
  if (!open) return void (await self.clients.openWindow(path));
  open.postMessage({ goTo: path });
  await open.focus().catch(() => undefined);
}

function readPush(data: PushMessageData | null): Push | null {
  try {
    const push = data?.json() as Partial<Push> | undefined;
    const { kind, conversationId } = push ?? {};
    return kind && kind in pushWords && typeof conversationId === 'string' ? { kind, conversationId } : null;
  } catch {
    return null;
  }
}

async function isLookingAt(conversationId: string): Promise<boolean> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.some(({ focused, url }) => focused && new URL(url).pathname.startsWith(`/c/${conversationId}`));
}

async function titleOf(conversationId: string): Promise<string> {
  try {
    const owner = await readSetting<string | null>(pushOwner);
    const answer = await fetch(`/v1/conversations/${encodeURIComponent(conversationId)}`, {
      // A push for one person tells nothing of the next one's rooms.
      headers: { accept: 'application/json', ...(owner ? { [callerHeader]: owner } : {}) },
    });
    if (!answer.ok) return pushWords.app;
    const { item } = (await answer.json()) as { readonly item: Room };
    const names = [...item.agentMembers.map(({ name }) => name), ...item.userMembers.map((user) => user.displayName)];
    return item.title ?? (names.slice(0, 3).join(', ') || pushWords.app);
  } catch {
    return pushWords.app;
  }
}
