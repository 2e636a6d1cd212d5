import type { Agent } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openFirstRoom } from '../../api/first-room.ts';
import { takeFirstVisit } from '../../api/first-visit.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useOutbox } from '../../api/use-outbox.ts';
import { paths } from '../../navigation/paths.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { beginWords as words } from '../../words/begin.ts';

/** Leads a person who has just signed up into a first conversation. If it cannot be opened, they choose an agent themselves. */
export function useFirstRoom(agents: readonly Agent[] | undefined): void {
  const outbox = useOutbox();
  const navigate = useNavigate();
  const client = useQueryClient();

  useEffect(() => {
    if (!agents || !takeFirstVisit()) return;
    async function begin(found: readonly Agent[]): Promise<void> {
      const room = await openFirstRoom(found);
      if (!room) return;
      if (room.mayGreet) await outbox.send(room.conversationId, words.hello);
      void client.invalidateQueries({ queryKey: queryKeys.conversations });
      navigate(paths.room(room.conversationId), { replace: true });
    }
    void begin(agents).catch(() => undefined);
  }, [agents, client, navigate, outbox]);
}
