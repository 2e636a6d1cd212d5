import type { AgentId, IssuedCredential } from '@parley/protocol';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { snippetWords } from '../../words/agents.ts';
import { credentialWords as words } from '../../words/credentials.ts';
import { CodeBox } from './code-box.tsx';
import styles from './issued-credential.module.css';
import { environment } from './snippets/snippet.ts';

export interface IssuedCredentialViewProps {
  readonly agentId: AgentId;
  readonly credential: IssuedCredential;
  /** Whether to show the shell commands that set it. */
  readonly hasCommands?: boolean;
}

/** Shows a new credential with its secret, which cannot be shown again. */
export function IssuedCredentialView({ agentId, credential, hasCommands = true }: IssuedCredentialViewProps) {
  const { credentialId, secret, webhookSecret } = credential;
  return (
    <div className={styles.view}>
      <Notice tone="warn">
        <strong>{words.shownOnce}</strong> {words.copyNow}
      </Notice>
      <dl className={styles.values}>
        <Value label={words.agentId} text={agentId} />
        <Value label={words.id} text={credentialId} />
        <Value label={words.secret} text={secret} />
        <Value label={words.webhookSecret} text={webhookSecret} />
      </dl>
      <p>{words.webhookSecretHint}</p>
      {hasCommands && (
        <CodeBox
          name={snippetWords.commands}
          title={words.setIt}
          code={environment({ baseUrl: window.location.origin, agentId, credentialId, secret })}
        />
      )}
    </div>
  );
}

function Value({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className={styles.value}>
      <dt>{label}</dt>
      <dd>
        <code>{text}</code>
        <CopyButton text={text} label={words.copy(label)} />
      </dd>
    </div>
  );
}
