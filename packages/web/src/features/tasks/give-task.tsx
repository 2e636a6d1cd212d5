import type { ListedConversation } from '@parley/protocol';
import { useState } from 'react';
import { errorAt } from '../../api/error-at.ts';
import { newKey } from '../../api/new-key.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useGiveTask } from '../../api/task-list.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { toast } from '../../ui/toasts.tsx';
import { taskWords as words } from '../../words/tasks.ts';

export interface RoomTaskProps {
  readonly room: ListedConversation;
  readonly onClose: () => void;
}

/** Creates a task for the agent of a room. */
export function GiveTask({ room, onClose }: RoomTaskProps) {
  const [title, setTitle] = useState('');
  const [instructions, setInstructions] = useState('');
  const [idempotencyKey] = useState(newKey);
  const give = useGiveTask(room.conversationId);
  const titleError = errorAt(give.error, '/title');
  const instructionsError = errorAt(give.error, '/instructions');

  async function submit(): Promise<void> {
    const { deliveries } = await give.mutateAsync({ title, instructions, idempotencyKey });
    toast(deliveries.length > 0 ? words.given(title) : `${words.given(title)} ${words.notNow}`);
    onClose();
  }

  return (
    <Dialog title={words.giveTo(room.agentMembers[0]?.name ?? '')} onClose={onClose}>
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit().catch(() => undefined);
        }}
      >
        <TextField
          label={words.name}
          required
          maxLength={200}
          value={title}
          error={titleError}
          onChange={({ target }) => setTitle(target.value)}
        />
        <TextAreaField
          label={words.instructions}
          hint={words.instructionsHint}
          required
          rows={5}
          value={instructions}
          error={instructionsError}
          onChange={({ target }) => setInstructions(target.value)}
        />
        {give.error && !titleError && !instructionsError && <ErrorNotice error={give.error} />}
        <Actions>
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button look="primary" type="submit" busy={give.isPending}>
            {words.give}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
