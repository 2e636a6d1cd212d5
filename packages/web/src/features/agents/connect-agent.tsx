import type { Agent, IssuedCredential } from '@parley/protocol';
import { useState } from 'react';
import { useIssueCredential } from '../../api/agents.ts';
import { useAgentConnection } from '../../api/connection.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { pages } from '../../navigation/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { connectionWords } from '../../words/agent-connection.ts';
import { snippetWords as words } from '../../words/agents.ts';
import { CodeBox } from './code-box.tsx';
import styles from './connection-state.module.css';
import { IssuedCredentialView } from './issued-credential.tsx';
import { environment, guidePages, languages, snippetFor, webhookPort } from './snippets/snippet.ts';
import type { Language } from './snippets/snippet.ts';

export interface ConnectAgentProps {
  readonly agent: Agent;
  /** The credential with a secret that can still be shown. */
  readonly issued: IssuedCredential | null;
}

/** Shows everything needed to start an agent in an empty folder, and waits for the agent to connect. */
export function ConnectAgent({ agent, issued: first }: ConnectAgentProps) {
  const [issued, setIssued] = useState(first);
  const [language, setLanguage] = useState<Language>('typescript');
  const { agentId, transport, webhookUrl } = agent;
  const snippet = snippetFor(transport, language, window.location.origin);
  const names = environment({
    baseUrl: window.location.origin,
    agentId,
    credentialId: issued?.credentialId ?? 'cred_…',
    secret: issued?.secret ?? words.placeholder,
    webhookUrl: transport === 'webhook' ? webhookUrl : null,
  });
  return (
    <>
      <Arrival agent={agent} />
      {issued ? (
        <IssuedCredentialView agentId={agentId} credential={issued} hasCommands={false} />
      ) : (
        <IssueAnother agent={agent} onIssued={setIssued} />
      )}
      <Tabs label={words.language} tabs={languages} chosen={language} onChoose={setLanguage}>
        <CodeBox level={2} name={words.commands} title={words.names} code={names} />
        <CodeBox level={2} name={words.program} title={words.write(snippet.file)} code={snippet.program} />
        <CodeBox level={2} name={words.run} title={words.start} code={snippet.run} />
        {transport === 'webhook' && language !== 'curl' && (
          <p className={styles.faint}>{words.publicAddress(webhookPort)}</p>
        )}
      </Tabs>
      <p>
        <a href={pages.guideTo(guidePages[language])} target="_blank" rel="noreferrer">
          {words.guide}
        </a>
      </p>
    </>
  );
}

/** Shows whether the agent is connected; polls for it. */
function Arrival({ agent: { agentId, transport } }: { readonly agent: Agent }) {
  const { data: connection, error } = useAgentConnection(agentId, { isWaiting: true });
  const state = connection?.state ?? 'never';
  const sentences = {
    never: connectionWords.waiting,
    lost: connectionWords.waiting,
    connected: connectionWords.arrived,
  };
  const sentence = state === 'refusing' ? connectionWords.refusing : sentences[state];
  return (
    <div className={styles.wait} data-state={state}>
      <p role="status" className={styles.word}>
        {sentence}
      </p>
      {state !== 'connected' && (
        <p className={styles.faint}>
          {transport === 'webhook' ? connectionWords.webhookHint : connectionWords.waitingHint}
        </p>
      )}
      {error && !connection && <ErrorNotice error={error} />}
    </div>
  );
}

interface IssueAnotherProps {
  readonly agent: Agent;
  readonly onIssued: (credential: IssuedCredential) => void;
}

function IssueAnother({ agent, onIssued }: IssueAnotherProps) {
  const issue = useIssueCredential(agent.agentId);
  return (
    <>
      <Notice
        tone="info"
        action={
          <Button
            busy={issue.isPending}
            onClick={() => issue.mutate(undefined, { onSuccess: ({ credential }) => onIssued(credential) })}
          >
            {words.issue}
          </Button>
        }
      >
        {words.secretGone}
      </Notice>
      {issue.error && <ErrorNotice error={issue.error} />}
    </>
  );
}
