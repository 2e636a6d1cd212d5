import type { AdminAgent } from '@parley/protocol';
import { useState } from 'react';
import { useDecideAgent } from '../../api/admin/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { manifestChanges } from '../../blocks/consent/manifest-changes.ts';
import { Button } from '../../ui/button.tsx';
import { Spelled } from '../../ui/spelled.tsx';
import { manifestChangeWords } from '../../words/manifest-changes.ts';
import { serverAgentWords as words } from '../../words/server-agents.ts';
import { AskReason } from './ask-reason.tsx';
import styles from './server.module.css';

/** Approves or rejects what waits of an agent: the agent itself, or a manifest that widens it. */
export function AgentApproval({ agent }: { readonly agent: AdminAgent }) {
  const [isAsking, setAsking] = useState(false);
  const check = useDecideAgent(agent.agentId);
  const { pendingManifest } = agent;
  if (!pendingManifest) return null;
  const changes = manifestChanges(agent, pendingManifest);
  // The manifest that waits of a new agent is its own.
  const isNew = changes.length === 0;
  return (
    <section className={styles.section} aria-labelledby="approval">
      <h3 id="approval">{words.approval}</h3>
      <p className={styles.hint}>{isNew ? words.newText : words.changeText}</p>
      {changes.length > 0 && (
        <ul className={styles.changes} aria-label={manifestChangeWords.title}>
          {changes.map((change) => (
            <li key={change}>
              <Spelled text={change} />
            </li>
          ))}
        </ul>
      )}
      {check.error && <ErrorNotice error={check.error} />}
      <div className={styles.foot}>
        <Button look="primary" busy={check.isPending} onClick={() => check.mutate({ isApproved: true })}>
          {words.approve}
        </Button>
        <Button onClick={() => setAsking(true)}>{words.reject}</Button>
      </div>
      {isAsking && (
        <AskReason
          title={words.rejectTitle(agent.name)}
          text={isNew ? words.rejectNew : words.rejectChange}
          action={words.reject}
          isBusy={check.isPending}
          onGive={(reason) => check.mutate({ isApproved: false, reason }, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
