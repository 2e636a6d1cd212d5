import type { Agent } from '@parley/protocol';
import { useState } from 'react';
import { useDirectory } from '../../api/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { Hidden } from '../../ui/hidden.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { newConversationWords as words } from '../../words/new-conversation.ts';
import styles from './new-conversation.module.css';

export interface AgentPickerProps {
  readonly chosen: Agent | null;
  readonly onChoose: (agent: Agent | null) => void;
}

/** Lets the user choose an agent. A room holds at most one. */
export function AgentPicker({ chosen, onChoose }: AgentPickerProps) {
  const [query, setQuery] = useState('');
  const { data: agents, error } = useDirectory(useDebounced(query.trim()));
  return (
    <fieldset className={layout.group}>
      <legend>
        <Hidden>{words.agent}</Hidden>
      </legend>
      <TextField
        label={words.withAgent}
        type="search"
        value={query}
        maxLength={200}
        placeholder={words.whatFor}
        onChange={(event) => setQuery(event.target.value)}
      />
      {error && <ErrorNotice error={error} />}
      <div className={styles.agents} role="radiogroup" aria-label={words.agents}>
        {agents?.map((agent) => (
          <button
            key={agent.agentId}
            type="button"
            role="radio"
            aria-checked={agent.agentId === chosen?.agentId}
            className={classNames(styles.agent, agent.agentId === chosen?.agentId && styles.chosen)}
            onClick={() => onChoose(agent.agentId === chosen?.agentId ? null : agent)}
          >
            <AgentAvatar agent={agent} />
            <span className={styles.about}>
              <span className={styles.name}>
                {agent.name} <span className={styles.handle}>@{agent.handle}</span>
              </span>
              <span className={styles.description}>{agent.description}</span>
            </span>
          </button>
        ))}
        {agents?.length === 0 && <p className={styles.none}>{words.noAgent}</p>}
      </div>
    </fieldset>
  );
}
