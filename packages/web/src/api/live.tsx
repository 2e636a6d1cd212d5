import type { User } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createLiveUpdates } from './live-updates.ts';
import type { Outbox } from './outbox.ts';
import { followSignals } from './shared-stream.ts';
import { OutboxContext, createServerOutbox } from './use-outbox.ts';

/** A connection lost for less than this is not worth a word. */
const noticedAfterMs = 2000;

const LostContext = createContext(false);

/** Whether signals have not come through for two seconds or more. */
export function useConnectionLost(): boolean {
  return use(LostContext);
}

/** Keeps the stream of change signals open for the signed-in person and holds their outbox. */
export function Live({ me, children }: { readonly me: User; readonly children: ReactNode }) {
  const client = useQueryClient();
  const [outbox, setOutbox] = useState<Outbox | null>(null);
  const [connected, setConnected] = useState(false);
  const [lost, setLost] = useState(false);

  useEffect(() => {
    const opened = createServerOutbox(client, me);
    const onEvent = createLiveUpdates(client, opened, me.userId);
    const stop = followSignals(me.userId, { onEvent, onConnected: setConnected });
    setOutbox(opened);
    return () => {
      stop();
      opened.close();
    };
    // Another name of the same person changes nothing here.
  }, [client, me.userId]);

  useEffect(() => {
    if (connected) return;
    const timer = setTimeout(() => setLost(true), noticedAfterMs);
    return () => {
      clearTimeout(timer);
      setLost(false);
    };
  }, [connected]);

  if (!outbox) return null;
  return (
    <OutboxContext value={outbox}>
      <LostContext value={lost}>{children}</LostContext>
    </OutboxContext>
  );
}
