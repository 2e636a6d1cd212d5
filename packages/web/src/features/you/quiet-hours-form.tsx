import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { TextField } from '../../ui/field.tsx';
import { keepQuietHours, quietAtFirst, readQuietHours } from '../../ui/quiet-hours.ts';
import type { QuietHours } from '../../ui/quiet-hours.ts';
import { notificationWords as words } from '../../words/notifications.ts';
import styles from './you.module.css';

/** Edits the quiet hours of this browser. They are stored in the browser, because they apply only to it. */
export function QuietHoursForm() {
  const client = useQueryClient();
  // A reading that ends after a change would undo it: there is one, and nothing can be changed before its end.
  const { data: hours = quietAtFirst, isPending } = useQuery({
    queryKey: queryKeys.quietHours,
    queryFn: readQuietHours,
    networkMode: 'always',
    staleTime: Infinity,
  });

  function change(part: Partial<QuietHours>): void {
    const next = { ...hours, ...part };
    client.setQueryData(queryKeys.quietHours, next);
    void keepQuietHours(next);
  }

  return (
    <section className={styles.section} aria-labelledby="quiet">
      <h2 id="quiet">{words.quiet}</h2>
      <p className={styles.hint}>{words.quietHint}</p>
      <label className={styles.check}>
        <input
          type="checkbox"
          disabled={isPending}
          checked={hours.isOn}
          onChange={({ target }) => change({ isOn: target.checked })}
        />
        {words.quietOn}
      </label>
      <div className={styles.times}>
        <TextField
          label={words.from}
          type="time"
          required
          disabled={!hours.isOn}
          value={hours.from}
          onChange={({ target }) => target.value !== '' && change({ from: target.value })}
        />
        <TextField
          label={words.to}
          type="time"
          required
          disabled={!hours.isOn}
          value={hours.to}
          onChange={({ target }) => target.value !== '' && change({ to: target.value })}
        />
      </div>
    </section>
  );
}
