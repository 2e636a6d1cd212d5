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
import { credentialWords as words } from '../../words/credentials.ts';
import styles from './agent-page.module.css';
import { IssuedCredentialView } from './issued-credential.tsx';

/** Shows the credentials of the user's own agent; issues and revokes them. */
export function Credentials({ agentId }: { readonly agentId: AgentId }) {
  const [issued, setIssued] = useState<IssuedCredential | null>(null);
  const { data: credentials, error } = useCredentials(agentId);
  const issue = useIssueCredential(agentId);
  return (
    <section className={styles.section} aria-labelledby="credentials">
      <div className={styles.head}>
        <h2 id="credentials">{words.title}</h2>
        <Button
          busy={issue.isPending}
          icon={<KeyRound size={16} aria-hidden />}
          onClick={() => issue.mutate(undefined, { onSuccess: ({ credential }) => setIssued(credential) })}
        >
          {words.issue}
        </Button>
      </div>
      {issue.error && <ErrorNotice error={issue.error} />}
      {error && <ErrorNotice error={error} />}
      {credentials ? (
        <CredentialTable agentId={agentId} credentials={credentials} />
      ) : (
        <Skeleton label={words.loading} rows={1} />
      )}
      {issued && (
        <Dialog title={words.newOne} onClose={() => setIssued(null)}>
          <IssuedCredentialView agentId={agentId} credential={issued} />
        </Dialog>
      )}
    </section>
  );
}

interface CredentialTableProps {
  readonly agentId: AgentId;
  readonly credentials: readonly Credential[];
}

function CredentialTable({ agentId, credentials }: CredentialTableProps) {
  return (
    <DataTable label={words.table} columns={words.columns}>
      {credentials.map((credential) => (
        <tr key={credential.credentialId}>
          <td>
            <code>{credential.credentialId}</code>
          </td>
          <td>{logTime(credential.createdAt)}</td>
          <td>{credential.lastUsedAt ? logTime(credential.lastUsedAt) : words.never}</td>
          <td>
            {credential.revokedAt ? (
              <span className={styles.muted}>{words.revoked}</span>
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
        {words.revokeMenu}
      </button>
      {isAsking && (
        <Confirm
          title={words.revokeTitle}
          action={words.revoke}
          onClose={() => setAsking(false)}
          onConfirm={() => revoke.mutateAsync(credential.credentialId)}
        >
          {words.revokeText(credential.credentialId)}
        </Confirm>
      )}
    </>
  );
}
