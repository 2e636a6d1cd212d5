import type { AdminAgent } from '@parley/protocol';
import { useState } from 'react';
import { useChangeAgent } from '../../api/admin/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { serverAgentWords as words } from '../../words/server-agents.ts';
import { AskReason } from './ask-reason.tsx';
import styles from './server.module.css';

/** Suspends an agent with a reason, and ends that. */
export function AgentSuspension({ agent }: { readonly agent: AdminAgent }) {
  const { agentId, name, state, suspendedReason } = agent;
  const [isAsking, setAsking] = useState(false);
  const change = useChangeAgent(agentId);
  const isSuspended = state === 'suspended';
  return (
    <section className={styles.section} aria-labelledby="suspension">
      <h3 id="suspension">{words.suspension}</h3>
      {isSuspended && suspendedReason !== null ? (
        <Notice tone="warn">{words.because(suspendedReason)}</Notice>
      ) : (
        <p className={styles.hint}>{words.suspendText}</p>
      )}
      {change.error && <ErrorNotice error={change.error} />}
      <div className={styles.foot}>
        {isSuspended ? (
          <Button busy={change.isPending} onClick={() => change.mutate({ suspended: false })}>
            {words.unsuspend}
          </Button>
        ) : (
          <Button look="danger" onClick={() => setAsking(true)}>
            {words.suspend}
          </Button>
        )}
      </div>
      {isAsking && (
        <AskReason
          title={words.suspendTitle(name)}
          text={words.suspendText}
          action={words.suspend}
          isBusy={change.isPending}
          onGive={(reason) => change.mutate({ suspended: true, reason }, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
