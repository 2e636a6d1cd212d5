import { RequestError } from '../../api/request.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { roomScreenWords as words } from '../../words/room-screen.ts';

/** Returns whether a read failed for lack of a connection, or is paused until there is one. */
export function hasNoLine({ error, fetchStatus }: { readonly error: unknown; readonly fetchStatus: string }): boolean {
  return fetchStatus === 'paused' || (error instanceof RequestError && error.status === 0);
}

/** Shows a room that this browser has not stored, while offline. */
export function NotKept() {
  return (
    <EmptyState isPage title={words.notKept}>
      {words.notKeptText}
    </EmptyState>
  );
}
