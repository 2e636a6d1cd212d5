import type { AgentId } from '@parley/protocol';
import { useAgentAttention } from '../../api/attention.ts';
import { askedWords as words } from '../../words/asked.ts';
import styles from './standing-grants.module.css';

/** Says to its owner how often an agent asked people this week, and how they decided. */
export function AskedPeople({ agentId, name }: { readonly agentId: AgentId; readonly name: string }) {
  const { data: counts } = useAgentAttention(agentId);
  if (counts === undefined) return null;
  return (
    <section className={styles.standing} aria-labelledby="questions">
      <h2 id="questions">{words.heading}</h2>
      <p className={styles.asked}>
        {counts === null ? words.tooFew : words.people(name, counts.people, counts)}
        {counts !== null && counts.medianSeconds !== null && ` ${words.median(counts.medianSeconds)}`}
      </p>
    </section>
  );
}
