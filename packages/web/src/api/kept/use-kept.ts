import type { UserId } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RequestError } from '../request.ts';
import { keptPerson } from './kept-person.ts';

/** Storing starts this long after the app's start, so that it does not slow down the first page. */
const calmMs = 3000;
/** A server without an answer for this long may be unreachable. */
const patienceMs = 4000;

export interface SessionRead {
  readonly data: unknown;
  readonly fetchStatus: string;
  readonly failureReason: unknown;
}

/** Shows the stored data of the last signed-in person if the server does not answer who is signed in. */
export function useKeptStart({ data, fetchStatus, failureReason }: SessionRead): void {
  const client = useQueryClient();
  const isUnknown = data === undefined;
  const hasNoLine = fetchStatus === 'paused' || (failureReason instanceof RequestError && failureReason.isPassing);
  useEffect(() => {
    if (!isUnknown) return;
    const timer = setTimeout(() => fillIn(client), hasNoLine ? 0 : patienceMs);
    return () => clearTimeout(timer);
  }, [client, isUnknown, hasNoLine]);
}

/** Stores the person's rooms for an offline start, if the browser caches the app, and fills in stored data when the connection is lost. */
export function useKeptRooms(userId: UserId, isLost: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    let stop: (() => void) | null = null;
    let isOver = false;
    async function begin(): Promise<void> {
      await navigator.serviceWorker.ready;
      const { keepRooms } = await import('./keep-rooms.ts');
      if (!isOver) stop = keepRooms(client, userId);
    }
    const timer = setTimeout(() => void begin().catch(() => undefined), calmMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [client, userId]);

  useEffect(() => {
    if (isLost) fillIn(client);
  }, [client, isLost]);
}

function fillIn(client: QueryClient): void {
  if (keptPerson() === null) return;
  // If the browser stores nothing, the app shows that there is no connection.
  void import('./show-kept.ts').then(({ showKept }) => showKept(client)).catch(() => undefined);
}
