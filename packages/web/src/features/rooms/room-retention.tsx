import type { ListedConversation } from '@parley/protocol';
import { AskPassword } from '../../api/ask-password.tsx';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { useRoomRetention, useSetRoomRetention } from '../../api/retention.ts';
import { useMe } from '../../api/session.ts';
import { dayChoices } from '../../ui/day-choices.ts';
import { SelectField } from '../../ui/field.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { retentionWords as words } from '../../words/retention.ts';
import styles from './room-attention.module.css';

/** Shows how long a room keeps its messages. Its creator edits it. */
export function RoomRetention({ room }: { readonly room: ListedConversation }) {
  const me = useMe();
  if (room.creatorUserId === me.userId) return <EditRetention room={room} />;
  return room.messagesDays === null ? null : <p className={styles.muted}>{words.deletedAfter(room.messagesDays)}</p>;
}

function EditRetention({ room: { conversationId } }: { readonly room: ListedConversation }) {
  const { data: retention } = useRoomRetention(conversationId);
  const set = useSetRoomRetention(conversationId);
  if (!retention) return null;
  const { messagesDays, nextPurge } = retention;
  const error = set.error && !isPasswordAsked(set) ? set.error.message : null;
  return (
    <>
      <SelectField
        label={words.label}
        hint={
          nextPurge === null
            ? words.roomHint
            : `${words.roomHint} ${words.next(nextPurge.messages, dateAndTime(nextPurge.at))}`
        }
        error={error}
        value={messagesDays ?? ''}
        onChange={({ target }) => set.mutate({ messagesDays: target.value === '' ? null : Number(target.value) })}
      >
        <option value="">{words.asServer}</option>
        {dayChoices(messagesDays).map((days) => (
          <option key={days} value={days}>
            {words.days(days)}
          </option>
        ))}
      </SelectField>
      <AskPassword attempt={set} />
    </>
  );
}
