import type { Agent } from '@parley/protocol';
import { manifestChanges } from '../../blocks/consent/manifest-changes.ts';
import { Notice } from '../../ui/notice.tsx';
import { Spelled } from '../../ui/spelled.tsx';
import { agentApprovalWords as words } from '../../words/agent-approval.ts';
import { manifestChangeWords } from '../../words/manifest-changes.ts';
import styles from './admin-decisions.module.css';

/** Tells an owner what administrators decided about the agent, or still have to. */
export function AdminDecisions({ agent }: { readonly agent: Agent }) {
  const { suspendedReason, pendingManifest, rejectedReason } = agent;
  return (
    <>
      {suspendedReason && (
        <Notice tone="warn">
          <strong>{words.suspended}</strong>
          <p>
            <Spelled text={suspendedReason} />
          </p>
          <p>
            {words.suspendedText} {words.rejectedText}
          </p>
        </Notice>
      )}
      {rejectedReason !== undefined && (
        <Notice tone="warn">
          <strong>{words.rejected}</strong>
          <p>
            <Spelled text={rejectedReason} />
          </p>
          <p>{words.rejectedChangeText}</p>
        </Notice>
      )}
      {pendingManifest && <Pending changes={manifestChanges(agent, pendingManifest)} />}
    </>
  );
}

/** A manifest that changes nothing is that of a new agent. */
function Pending({ changes }: { readonly changes: readonly string[] }) {
  const isNew = changes.length === 0;
  return (
    <Notice tone="info">
      <strong>{isNew ? words.pending : words.change}</strong>
      <p>{isNew ? words.pendingText : words.changeText}</p>
      {!isNew && (
        <ul className={styles.changes} aria-label={manifestChangeWords.title}>
          {changes.map((change) => (
            <li key={change}>
              <Spelled text={change} />
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
