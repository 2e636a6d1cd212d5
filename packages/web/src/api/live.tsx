import type { User } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { followChanges } from './changed-messages.ts';
import { keptDeletions } from './deleting.ts';
import { useKeptRooms } from './kept/use-kept.ts';
import { createLiveUpdates } from './live-updates.ts';
import type { Outbox } from './outbox.ts';
import { useSession } from './session.ts';
import { followSignals } from './shared-stream.ts';
import { OutboxContext, createServerOutbox } from './use-outbox.ts';

/** A shorter loss of connection is not shown. */
const noticedAfterMs = 2000;

const LostContext = createContext(false);

/** Returns whether the stream of change signals has been lost for two seconds or more. */
export function useConnectionLost(): boolean {
  return use(LostContext);
}

/** Keeps the stream of change signals open for the signed-in person, and provides their outbox. */
export function Live({ me, children }: { readonly me: User; readonly children: ReactNode }) {
  const client = useQueryClient();
  const { dataUpdatedAt } = useSession();
  const [outbox, setOutbox] = useState<Outbox | null>(null);
  const [connected, setConnected] = useState(false);
  const [lost, setLost] = useState(false);

  useEffect(() => {
    const opened = createServerOutbox(client, me);
    const onEvent = createLiveUpdates(client, opened, me.userId);
    const onConnected = (isConnected: boolean) => {
      setConnected(isConnected);
      if (isConnected) opened.tryNow();
    };
    const stop = followSignals(me.userId, { onEvent, onConnected });
    setOutbox(opened);
    return () => {
      stop();
      opened.close();
    };
    // A new display name of the same person changes nothing here.
  }, [client, me.userId]);

  useEffect(() => {
    if (connected) return;
    const timer = setTimeout(() => setLost(true), noticedAfterMs);
    return () => {
      clearTimeout(timer);
      setLost(false);
    };
  }, [connected]);

  useEffect(() => followChanges(client), [client]);

  useEffect(() => {
    if (keptDeletions(me.userId).length === 0) return;
    const resume = () => import('./delete-soon.ts').then(({ resumeDeletions }) => resumeDeletions(client, me.userId));
    void resume().catch(() => undefined);
  }, [client, me.userId]);

  // A new answer about the session means that the server is reachable.
  useEffect(() => outbox?.tryNow(), [outbox, dataUpdatedAt]);

  useKeptRooms(me.userId, lost);

  if (!outbox) return null;
  return (
    <OutboxContext value={outbox}>
      <LostContext value={lost}>{children}</LostContext>
    </OutboxContext>
  );
}
