import type { Agent } from '@parley/protocol';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useRequestAccess } from '../../api/waiting.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { requestWords as words } from '../../words/requests.ts';
import styles from './access.module.css';

export interface AskAccessProps {
  readonly agent: Agent;
  /** The state of the user's earlier request; null if there was no such request. */
  readonly state: 'pending' | 'denied' | null;
}

/** Shows the form to request access to an agent with the access `request`, or the state of the request. */
export function AskAccess({ agent, state }: AskAccessProps) {
  const request = useRequestAccess(agent.agentId);
  const [note, setNote] = useState('');
  if (state === 'pending') return <Notice tone="info">{words.pending(agent.name)}</Notice>;
  if (state === 'denied') return <Notice tone="warn">{words.denied(agent.name)}</Notice>;

  function ask(event: SyntheticEvent): void {
    event.preventDefault();
    request.mutate(note.trim());
  }

  return (
    <form className={styles.ask} onSubmit={ask}>
      <p>{words.asks(agent.name)}</p>
      <TextField
        label={words.note}
        hint={words.noteHint}
        value={note}
        maxLength={500}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit" look="primary" busy={request.isPending}>
        {words.ask}
      </Button>
      {request.error && <ErrorNotice error={request.error} />}
    </form>
  );
}
