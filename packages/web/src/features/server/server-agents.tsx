import type { AdminAgent } from '@parley/protocol';
import { useRef } from 'react';
import type { AgentFilter } from '../../api/admin/keys.ts';
import { useAllAgents } from '../../api/admin/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Link } from '../../navigation/link.tsx';
import { serverPaths } from '../../navigation/server-paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { peopleWords, serverWords } from '../../words/server.ts';
import { serverAgentWords as words } from '../../words/server-agents.ts';
import { AgentTags } from './agent-tags.tsx';
import { Choice } from './choice.tsx';
import styles from './server.module.css';
import { useFilter } from './use-filter.ts';
import { useListKeys } from './use-list-keys.ts';
import { digits } from '../../words/locale.ts';

/** Lists the agents of the server for administrators. */
export function ServerAgents() {
  const { filter, setFilter } = useFilter<AgentFilter>();
  const { q, state, sort } = filter;
  const { data: agents, error, refetch } = useAllAgents({ q: useDebounced(q), state, sort });
  const place = useRef<HTMLElement>(null);
  useListKeys(place);
  return (
    <section ref={place} className={styles.section} aria-labelledby="agents">
      <h2 id="agents">{words.title}</h2>
      <div className={styles.filters}>
        <TextField
          type="search"
          label={words.search}
          placeholder={words.searchHint}
          autoComplete="off"
          maxLength={200}
          value={q ?? ''}
          onChange={({ target }) => setFilter('q', target.value)}
        />
        <Choice
          label={words.state}
          any={words.any}
          choices={words.states}
          value={state}
          onChoose={(value) => setFilter('state', value)}
        />
        <Choice
          label={words.sort}
          choices={words.sorts}
          value={sort ?? 'newest'}
          onChoose={(value) => setFilter('sort', value === 'newest' ? '' : value)}
        />
      </div>
      {error && (
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{serverWords.tryAgain}</Button>} />
      )}
      {!agents && !error && <Skeleton label={serverWords.loading} />}
      {agents && agents.length > 0 && (
        <>
          <ul className={styles.rows} aria-label={words.title}>
            {agents.map((agent) => (
              <li key={agent.agentId}>
                <AgentRow agent={agent} />
              </li>
            ))}
          </ul>
          <p className={styles.keys}>{peopleWords.keys}</p>
        </>
      )}
      <p role="status" className={styles.hint}>
        {agents?.length === 0 && words.none}
      </p>
    </section>
  );
}

function AgentRow({ agent }: { readonly agent: AdminAgent }) {
  const { agentId, name, handle, ownerHandle, failed24h, deliveries24h } = agent;
  return (
    <Link to={serverPaths.agent(agentId)} className={styles.row}>
      <Avatar id={agentId} kind="agent" name={name} />
      <span className={styles.what}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.small}>
          @{handle} · {words.of(ownerHandle)}
        </span>
        {failed24h > 0 && (
          <span className={styles.small}>{words.failed(digits(failed24h), digits(deliveries24h))}</span>
        )}
      </span>
      <AgentTags agent={agent} />
    </Link>
  );
}
