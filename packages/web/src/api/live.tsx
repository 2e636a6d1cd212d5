import type { User } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { openLiveStream } from './live-stream.ts';
import { createLiveUpdates } from './live-updates.ts';
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
  const outbox = useMemo(() => createServerOutbox(client, me), [client, me.userId]);
  const [connected, setConnected] = useState(false);
  const [lost, setLost] = useState(false);

  useEffect(
    () => openLiveStream({ onEvent: createLiveUpdates(client, outbox), onConnected: setConnected }),
    [client, outbox],
  );

  useEffect(() => {
    if (connected) return;
    const timer = setTimeout(() => setLost(true), noticedAfterMs);
    return () => {
      clearTimeout(timer);
      setLost(false);
    };
  }, [connected]);

  return (
    <OutboxContext value={outbox}>
      <LostContext value={lost}>{children}</LostContext>
    </OutboxContext>
  );
}
