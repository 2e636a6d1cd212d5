import type { Agent, Person } from '@parley/protocol';
import { useState } from 'react';
import { paths } from '../../navigation/paths.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { useOpenConversation } from '../../api/conversations.ts';
import { newKey } from '../../api/new-key.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import layout from '../../ui/form-layout.module.css';
import { newConversationWords as words } from '../../words/new-conversation.ts';
import { AgentPicker } from './agent-picker.tsx';
import { PersonPicker } from './person-picker.tsx';

/** Opens a room with an agent, with people, or with both. */
export function NewConversation({ onClose }: { readonly onClose: () => void }) {
  const [agent, setAgent] = useState<Agent | null>(null);
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [idempotencyKey] = useState(newKey);
  const open = useOpenConversation();
  const navigate = useNavigate();

  async function submit(): Promise<void> {
    const { item } = await open.mutateAsync({
      agentIds: agent ? [agent.agentId] : [],
      userIds: people.map(({ userId }) => userId),
      idempotencyKey,
    });
    onClose();
    navigate(paths.room(item.conversationId));
  }

  return (
    <Dialog title={words.title} onClose={onClose}>
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit().catch(() => undefined);
        }}
      >
        <AgentPicker chosen={agent} onChoose={setAgent} />
        <PersonPicker chosen={people} onChange={setPeople} />
        {open.error && <ErrorNotice error={open.error} />}
        <Actions>
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button look="primary" type="submit" busy={open.isPending} disabled={!agent && people.length === 0}>
            {words.start}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
