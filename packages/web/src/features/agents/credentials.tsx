import type { AgentId, Credential, IssuedCredential } from '@parley/protocol';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useCredentials, useIssueCredential, useRevokeCredential } from '../../api/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { logTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './agent-page.module.css';
import { IssuedCredentialView } from './issued-credential.tsx';

/** The credentials of one's own agent: issue another, revoke one. */
export function Credentials({ agentId }: { readonly agentId: AgentId }) {
  const [issued, setIssued] = useState<IssuedCredential | null>(null);
  const { data: credentials, error } = useCredentials(agentId);
  const issue = useIssueCredential(agentId);
  return (
    <section className={styles.section} aria-labelledby="credentials">
      <div className={styles.head}>
        <h2 id="credentials">Credentials</h2>
        <Button
          busy={issue.isPending}
          icon={<KeyRound size={16} aria-hidden />}
          onClick={() => issue.mutate(undefined, { onSuccess: ({ credential }) => setIssued(credential) })}
        >
          Issue a credential
        </Button>
      </div>
      {issue.error && <ErrorNotice error={issue.error} />}
      {error && <ErrorNotice error={error} />}
      {credentials ? (
        <CredentialTable agentId={agentId} credentials={credentials} />
      ) : (
        <Skeleton label="Loading credentials" rows={1} />
      )}
      {issued && (
        <Dialog title="A new credential" onClose={() => setIssued(null)}>
          <IssuedCredentialView agentId={agentId} credential={issued} />
        </Dialog>
      )}
    </section>
  );
}

const columns = ['Credential', 'Issued', 'Last used', 'State'];

interface CredentialTableProps {
  readonly agentId: AgentId;
  readonly credentials: readonly Credential[];
}

function CredentialTable({ agentId, credentials }: CredentialTableProps) {
  return (
    <DataTable label="Credentials" columns={columns}>
      {credentials.map((credential) => (
        <tr key={credential.credentialId}>
          <td>
            <code>{credential.credentialId}</code>
          </td>
          <td>{logTime(credential.createdAt)}</td>
          <td>{credential.lastUsedAt ? logTime(credential.lastUsedAt) : 'Never'}</td>
          <td>
            {credential.revokedAt ? (
              <span className={styles.muted}>Revoked</span>
            ) : (
              <Revoke agentId={agentId} credential={credential} />
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function Revoke({ agentId, credential }: { readonly agentId: AgentId; readonly credential: Credential }) {
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeCredential(agentId);
  return (
    <>
      <button type="button" className={styles.link} onClick={() => setAsking(true)}>
        Revoke…
      </button>
      {isAsking && (
        <Confirm
          title="Revoke this credential?"
          action="Revoke"
          onClose={() => setAsking(false)}
          onConfirm={() => revoke.mutateAsync(credential.credentialId)}
        >
          Whatever uses {credential.credentialId} is refused from now on, and its open streams close.
        </Confirm>
      )}
    </>
  );
}
