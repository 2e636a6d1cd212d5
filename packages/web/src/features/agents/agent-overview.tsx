import type { Agent } from '@parley/protocol';
import type { ReactNode } from 'react';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Spelled } from '../../ui/spelled.tsx';
import { agentPageWords as words } from '../../words/agent-page.ts';
import { scopeWords } from '../../words/scopes.ts';
import styles from './agent-overview.module.css';
import { AgentStatus } from './status-badge.tsx';

/** Shows an agent's profile and the scopes that it requests. */
export function AgentOverview({ agent }: { readonly agent: Agent }) {
  return (
    <section className={styles.overview} aria-label={words.about}>
      <div className={styles.head}>
        <AgentAvatar agent={agent} size={56} />
        <div>
          <h1>{agent.name}</h1>
          <p className={styles.line}>
            @{agent.handle} <AgentStatus status={agent.status} />
          </p>
        </div>
      </div>
      <p>{agent.description}</p>
      <dl className={styles.facts}>
        <Fact label={words.reachedBy}>
          {words.transports[agent.transport]}
          {agent.webhookUrl && (
            <>
              {' '}
              <code>{agent.webhookUrl}</code>
            </>
          )}
        </Fact>
        <Fact label={words.whoMayTalk}>{words.accesses[agent.access]}</Fact>
        <Fact label={words.asksFor}>
          {agent.requestedScopes.length === 0
            ? words.nothing
            : agent.requestedScopes.map(({ scope, reason, title: given }) => {
                const title = scopeWords[scope] ?? given;
                return (
                  <span key={scope} className={styles.scope}>
                    {title !== null && <Spelled text={`${title} `} />}
                    <code>{scope}</code> {reason}
                  </span>
                );
              })}
        </Fact>
        <Fact label={words.id}>
          <code>{agent.agentId}</code>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
