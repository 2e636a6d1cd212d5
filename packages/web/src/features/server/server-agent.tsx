import type { AdminAgent, AgentId } from '@parley/protocol';
import { useServerAgent } from '../../api/admin/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { serverPaths } from '../../navigation/server-paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spelled } from '../../ui/spelled.tsx';
import { agentPageWords } from '../../words/agent-page.ts';
import { pauseWords } from '../../words/agents.ts';
import { serverWords } from '../../words/server.ts';
import { serverAgentWords as words } from '../../words/server-agents.ts';
import { AgentApproval } from './agent-approval.tsx';
import { AgentOwner } from './agent-owner.tsx';
import { AgentSuspension } from './agent-suspension.tsx';
import { AgentTags } from './agent-tags.tsx';
import styles from './server.module.css';
import { digits } from '../../words/locale.ts';

/** Shows one agent to administrators, with what they may do about it. */
export function ServerAgent({ agentId }: { readonly agentId: AgentId }) {
  const { data: agent, error, refetch } = useServerAgent(agentId);
  if (agent === undefined && error) {
    return (
      <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{serverWords.tryAgain}</Button>} />
    );
  }
  if (agent === undefined) return <Skeleton label={serverWords.loading} />;
  if (agent === null) return <p className={styles.hint}>{words.gone}</p>;
  return (
    <>
      <header className={styles.who}>
        <Avatar id={agentId} kind="agent" name={agent.name} size={56} />
        <div>
          <h2>
            <bdi>{agent.name}</bdi>
          </h2>
          <p className={styles.hint}>@{agent.handle}</p>
          <AgentTags agent={agent} />
        </div>
      </header>
      {agent.pausedReason && <Notice tone="warn">{pauseWords.gone}</Notice>}
      <AgentApproval agent={agent} />
      <Facts agent={agent} />
      <AgentSuspension agent={agent} />
      <AgentOwner agent={agent} />
    </>
  );
}

function Facts({ agent }: { readonly agent: AdminAgent }) {
  const { transport, webhookUrl, access, requestedScopes, members, deliveries24h, failed24h, coinsSpent30d } = agent;
  const numbers = [
    [words.members, members],
    [words.deliveries, deliveries24h],
    [words.failures, failed24h],
    [words.coins, coinsSpent30d],
  ] as const;
  return (
    <section className={styles.section} aria-labelledby="facts">
      <h3 id="facts">{words.facts}</h3>
      <p>
        <Spelled text={agent.description} />
      </p>
      <dl className={styles.facts}>
        <dt>{words.owner}</dt>
        <dd>
          <Link to={serverPaths.person(agent.ownerUserId)}>@{agent.ownerHandle}</Link>
        </dd>
        <dt>{words.reachedBy}</dt>
        <dd>
          {agentPageWords.transports[transport]}
          {webhookUrl && (
            <>
              {' '}
              <code>{webhookUrl}</code>
            </>
          )}
        </dd>
        <dt>{words.access}</dt>
        <dd>{agentPageWords.accesses[access]}</dd>
        <dt>{words.asksFor}</dt>
        <dd>
          {requestedScopes.length === 0
            ? words.nothing
            : requestedScopes.map(({ scope, reason }) => (
                <p key={scope}>
                  <Spelled text={words.asks(scope, reason)} />
                </p>
              ))}
        </dd>
        {numbers.map(([name, value]) => (
          <Number key={name} name={name} value={value} />
        ))}
        <dt>{words.since}</dt>
        <dd>{dateAndTime(agent.createdAt)}</dd>
      </dl>
      <p>
        <Link to={paths.agent(agent.agentId)}>{words.page}</Link>
      </p>
    </section>
  );
}

function Number({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{digits(value)}</dd>
    </>
  );
}
