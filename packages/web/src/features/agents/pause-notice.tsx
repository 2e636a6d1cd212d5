import type { AgentId } from '@parley/protocol';
import { useDeliveryLog } from '../../api/deliveries.ts';
import { Notice } from '../../ui/notice.tsx';
import { pauseWords as words } from '../../words/agents.ts';

/** Explains what a pause means for queued deliveries. */
export function PauseNotice({ agentId }: { readonly agentId: AgentId }) {
  const { data, hasNextPage } = useDeliveryLog(agentId, 'all');
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  const count = entries.filter(({ status, nextAttemptAt }) => status === 'pending' || nextAttemptAt !== null).length;
  const kept = count === 1 && !hasNextPage ? words.one : words.many(`${count}${hasNextPage ? '+' : ''}`);
  return <Notice tone="warn">{words.after(count === 0 ? words.nothingWaits : kept)}</Notice>;
}
