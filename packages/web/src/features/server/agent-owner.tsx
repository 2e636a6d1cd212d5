import type { AdminAgent } from '@parley/protocol';
import { useState } from 'react';
import { NobodyFound, useGiveAgent } from '../../api/admin/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { serverAgentWords as words } from '../../words/server-agents.ts';
import styles from './server.module.css';

/** Gives an agent another owner. */
export function AgentOwner({ agent: { agentId } }: { readonly agent: AdminAgent }) {
  const [handle, setHandle] = useState('');
  const { mutate, isPending, isSuccess, error } = useGiveAgent(agentId);
  const isUnknown = error instanceof NobodyFound;
  return (
    <section className={styles.section} aria-labelledby="owner">
      <h3 id="owner">{words.newOwner}</h3>
      <p className={styles.hint}>{words.newOwnerText}</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          mutate(handle.trim().replace(/^@/, ''), { onSuccess: () => setHandle('') });
        }}
      >
        <TextField
          label={words.newOwnerHandle}
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={33}
          value={handle}
          error={isUnknown ? words.noSuchPerson : null}
          onChange={({ target }) => setHandle(target.value)}
        />
        {error && !isUnknown && <ErrorNotice error={error} />}
        <div className={styles.foot}>
          <Button look="danger" type="submit" busy={isPending}>
            {words.give}
          </Button>
          <span role="status">{isSuccess && words.given}</span>
        </div>
      </form>
    </section>
  );
}
