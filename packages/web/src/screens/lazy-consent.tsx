import type { ListedConversation } from '@parley/protocol';
import { lazy, Suspense } from 'react';
import { useConsent } from '../api/waiting.ts';
import { Part } from '../ui/part.tsx';

const RoomConsent = lazy(async () => ({ default: (await import('./room-consent.tsx')).RoomConsent }));

/** Shows the scopes that the room's agent requests; the code loads only if there is a request. */
export function LazyConsent({ room }: { readonly room: ListedConversation }) {
  const consent = useConsent(room.agentMembers[0]?.agentId ?? null);
  if (!consent) return null;
  return (
    <Part onFail={() => undefined}>
      <Suspense>
        <RoomConsent key={consent.scopes.map(({ scope }) => scope).join()} room={room} consent={consent} />
      </Suspense>
    </Part>
  );
}
