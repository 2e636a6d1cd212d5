import type { ListedConversation } from '@parley/protocol';
import { useState } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useRenameRoom } from '../../api/room-settings.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { renameWords as words } from '../../words/rename.ts';
import { roomWords } from '../../words/rooms.ts';
import { roomNames } from './room-title.ts';

const mostCharacters = 80;

export interface RenameRoomProps {
  readonly room: ListedConversation;
  readonly onClose: () => void;
}

/** Sets or removes a room's name for everyone in it. */
export function RenameRoom({ room, onClose }: RenameRoomProps) {
  const [title, setTitle] = useState(room.title ?? '');
  const rename = useRenameRoom(room.conversationId);
  const isTooLong = [...title.trim()].length > mostCharacters;

  function submit(): void {
    if (isTooLong) return;
    rename.mutate(title.trim() === '' ? null : title.trim(), { onSuccess: onClose });
  }

  return (
    <Dialog title={words.title} onClose={onClose}>
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={words.label}
          hint={words.hint}
          error={isTooLong ? words.tooLong : null}
          value={title}
          placeholder={roomNames(room)}
          autoComplete="off"
          onChange={(event) => setTitle(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
        {rename.error && <ErrorNotice error={rename.error} />}
        <Actions>
          <Button look="quiet" onClick={onClose}>
            {roomWords.cancel}
          </Button>
          <Button look="primary" type="submit" busy={rename.isPending}>
            {words.action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
