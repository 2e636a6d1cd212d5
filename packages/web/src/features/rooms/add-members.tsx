import type { AgentId, ListedConversation, RouteCall, UserId } from '@parley/protocol';
import { useState } from 'react';
import { useDirectory } from '../../api/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useAddMember } from '../../api/members.ts';
import { usePerson } from '../../api/people.ts';
import { useMe } from '../../api/session.ts';
import { AgentAvatar, Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { memberWords as words } from '../../words/members.ts';
import styles from './members.module.css';

/** Adds members to a room: a person by handle, or an agent if the room has none yet. */
export function AddMembers({ room }: { readonly room: ListedConversation }) {
  const { mutate, isPending, error } = useAddMember(room.conversationId);
  const add = (body: RouteCall<'addMember'>['body'], done: () => void) => mutate(body, { onSuccess: done });
  return (
    <>
      <AddPerson room={room} busy={isPending} onAdd={(userId, done) => add({ userId }, done)} />
      {room.agentMembers.length === 0 && (
        <AddAgent busy={isPending} onAdd={(agentId) => add({ agentId }, () => undefined)} />
      )}
      {error && <ErrorNotice error={error} />}
    </>
  );
}

interface AddPersonProps {
  readonly room: ListedConversation;
  readonly busy: boolean;
  readonly onAdd: (userId: UserId, done: () => void) => void;
}

function AddPerson({ room, busy, onAdd }: AddPersonProps) {
  const me = useMe();
  const [typed, setTyped] = useState('');
  const rested = useDebounced(typed);
  const { data: found } = usePerson(rested);
  const inIt = [me, ...room.userMembers].some(({ userId }) => userId === found?.userId);
  const isNew = found && !inIt;

  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew && typed === rested) onAdd(found.userId, () => setTyped(''));
      }}
    >
      <TextField
        label={words.addPerson}
        hint={words.byHandle}
        value={typed}
        placeholder="@handle"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div aria-live="polite" className={styles.found}>
        {found === null && typed === rested && <p className={styles.none}>{words.nobody}</p>}
        {found && inIt && typed === rested && <p className={styles.none}>{words.inIt(found.displayName)}</p>}
        {isNew && (
          <Button
            type="submit"
            busy={busy}
            icon={<Avatar id={found.userId} kind="person" name={found.displayName} size={24} />}
          >
            {words.add(found.displayName)}
          </Button>
        )}
      </div>
    </form>
  );
}

interface AddAgentProps {
  readonly busy: boolean;
  readonly onAdd: (agentId: AgentId) => void;
}

function AddAgent({ busy, onAdd }: AddAgentProps) {
  const [query, setQuery] = useState('');
  const { data: agents } = useDirectory(useDebounced(query.trim()));
  return (
    <div className={styles.add}>
      <TextField
        label={words.addAgent}
        hint={words.oneAgent}
        type="search"
        value={query}
        maxLength={200}
        placeholder={words.findAgent}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div className={styles.agents}>
        {agents?.map((agent) => (
          <Button
            key={agent.agentId}
            look="quiet"
            busy={busy}
            icon={<AgentAvatar agent={agent} size={24} />}
            onClick={() => onAdd(agent.agentId)}
          >
            {words.add(agent.name)}
          </Button>
        ))}
        {agents?.length === 0 && <p className={styles.none}>{words.noAgent}</p>}
      </div>
    </div>
  );
}
