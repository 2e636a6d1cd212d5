import type { AgentId } from '@parley/protocol';
import { useAttention } from '../../api/attention.ts';
import { askedWords as words } from '../../words/asked.ts';
import styles from './standing-grants.module.css';

/** Fewer quick decisions are no habit. */
const habitFrom = 3;

/** Says how often an agent asked the user this week and how the user decided; warns if most decisions took less than three seconds. */
export function AskedYou({ agentId, name }: { readonly agentId: AgentId; readonly name: string }) {
  const { data = [] } = useAttention();
  const counts = data.find((item) => item.agentId === agentId);
  if (!counts || counts.asked + counts.underStanding === 0) return null;
  const { asked, approved, denied, underStanding, decidedWithin3s } = counts;
  const isQuick = decidedWithin3s >= habitFrom && decidedWithin3s * 2 > approved + denied;
  return (
    <p className={styles.asked} data-warn={isQuick || undefined}>
      {asked > 0 && words.you(name, counts, decidedWithin3s)}
      {underStanding > 0 && ` ${words.underStanding(underStanding)}`}
      {isQuick && ` ${words.quick}`}
    </p>
  );
}
