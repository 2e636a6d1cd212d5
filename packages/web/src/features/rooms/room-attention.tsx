import type { ListedConversation } from '@parley/protocol';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { isMuted } from '../../api/is-muted.ts';
import { useRoomAttention } from '../../api/room-settings.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { fullTime } from '../../ui/format-time.ts';
import { useNow } from '../../ui/use-now.ts';
import { attentionWords as words } from '../../words/attention.ts';
import { mutedUntil, muting } from './attention.ts';
import styles from './room-attention.module.css';

type Level = ListedConversation['notify'];

const levels = Object.entries(words.levels) as readonly (readonly [Level, string])[];

/** Edits a room's push level and mute. */
export function RoomAttention({ room }: { readonly room: ListedConversation }) {
  const attention = useRoomAttention(room.conversationId);
  const now = useNow();
  const until = mutedUntil(room, now);
  return (
    <div className={styles.attention}>
      <SelectField
        label={words.notify}
        hint={words.always}
        value={room.notify}
        onChange={({ target }) => attention.mutate({ notify: target.value as Level })}
      >
        {levels.map(([level, label]) => (
          <option key={level} value={level}>
            {label}
          </option>
        ))}
      </SelectField>
      {isMuted(room, now) && (
        <p className={styles.muted}>
          {until === null || room.muted ? words.muted : words.mutedUntil(fullTime(until))}. {words.mutedHint}
        </p>
      )}
      <div className={styles.buttons}>
        {isMuted(room, now) ? (
          <Button onClick={() => attention.mutate(muting.over())}>{words.unmute}</Button>
        ) : (
          <>
            <Button onClick={() => attention.mutate(muting.forGood())}>{words.mute}</Button>
            <Button onClick={() => attention.mutate(muting.untilTomorrow(new Date()))}>
              {words.muteUntilTomorrow}
            </Button>
          </>
        )}
      </div>
      {attention.error && <ErrorNotice error={attention.error} />}
    </div>
  );
}
