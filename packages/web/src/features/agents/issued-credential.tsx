import type { AgentId, IssuedCredential } from '@parley/protocol';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { echoSnippet } from './echo-snippet.ts';
import styles from './issued-credential.module.css';

export interface IssuedCredentialViewProps {
  readonly agentId: AgentId;
  readonly credential: IssuedCredential;
}

/** A credential at the only moment at which its secret can be seen, and how to put it to work. */
export function IssuedCredentialView({ agentId, credential }: IssuedCredentialViewProps) {
  const snippet = echoSnippet({ baseUrl: window.location.origin, agentId, credential });
  return (
    <div className={styles.view}>
      <Notice tone="warn">
        <strong>The secret is shown this once.</strong> Copy it now; Parley cannot show it again.
      </Notice>
      <dl className={styles.values}>
        <Value label="Agent ID" text={agentId} />
        <Value label="Credential ID" text={credential.credentialId} />
        <Value label="Secret" text={credential.secret} />
      </dl>
      <section className={styles.snippet} aria-label="Try it">
        <div className={styles.snippetHead}>
          <h3>Try it with the echo example</h3>
          <CopyButton text={snippet} label="Copy the commands" />
        </div>
        <pre tabIndex={0} role="region" aria-label="Commands">
          <code>{snippet}</code>
        </pre>
      </section>
    </div>
  );
}

function Value({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className={styles.value}>
      <dt>{label}</dt>
      <dd>
        <code>{text}</code>
        <CopyButton text={text} label={`Copy ${label}`} />
      </dd>
    </div>
  );
}
