import type { Agent } from '@parley/protocol';
import { useDeliveryLog } from '../../api/deliveries.ts';
import { Notice } from '../../ui/notice.tsx';
import { pauseWords as words } from '../../words/agents.ts';

/** Explains who paused an agent, if not a person, and what that means for queued deliveries. */
export function PauseNotice({ agent: { agentId, pausedReason } }: { readonly agent: Agent }) {
  const { data, hasNextPage } = useDeliveryLog(agentId, 'all');
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  const count = entries.filter(({ status, nextAttemptAt }) => status === 'pending' || nextAttemptAt !== null).length;
  const kept = count === 1 && !hasNextPage ? words.one : words.many(`${count}${hasNextPage ? '+' : ''}`);
  return (
    <Notice tone="warn">
      {pausedReason && <p>{words.gone}</p>}
      <p>{words.after(count === 0 ? words.nothingWaits : kept)}</p>
    </Notice>
  );
}
