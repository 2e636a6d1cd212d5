import type { Hold } from '@parley/protocol';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useEndHold, useHolds } from '../../api/admin/retention.ts';
import { AskPassword } from '../../api/ask-password.tsx';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { holdWords as words } from '../../words/retention.ts';
import { NewHold } from './new-hold.tsx';
import styles from './server.module.css';

/** Lists the legal holds, places and ends them. */
export function Holds() {
  const { data: holds, error } = useHolds();
  const end = useEndHold();
  const [isPlacing, setPlacing] = useState(false);
  const [ended, setEnded] = useState<Hold | null>(null);
  return (
    <section className={styles.section} aria-labelledby="holds">
      <div className={styles.head}>
        <h2 id="holds">{words.title}</h2>
        <Button icon={<Plus size={16} aria-hidden />} onClick={() => setPlacing(true)}>
          {words.place}
        </Button>
      </div>
      <p className={styles.hint}>{words.hint}</p>
      {error && <ErrorNotice error={error} />}
      {end.error && !isPasswordAsked(end) && <ErrorNotice error={end.error} />}
      {holds?.length === 0 && <p className={styles.hint}>{words.none}</p>}
      {holds && holds.length > 0 && (
        <ul className={styles.rows} aria-label={words.title}>
          {holds.map((hold) => (
            <li key={hold.targetId}>
              <HoldRow hold={hold} onEnd={() => setEnded(hold)} />
            </li>
          ))}
        </ul>
      )}
      {isPlacing && <NewHold onClose={() => setPlacing(false)} />}
      {ended && (
        <Confirm
          title={words.endTitle}
          action={words.end}
          onConfirm={() => {
            // Apart from this dialog, because the password may be asked.
            end.mutate({ targetId: ended.targetId });
            return Promise.resolve();
          }}
          onClose={() => setEnded(null)}
        >
          {words.endText}
        </Confirm>
      )}
      <AskPassword attempt={end} />
    </section>
  );
}

function HoldRow({ hold, onEnd }: { readonly hold: Hold; readonly onEnd: () => void }) {
  const { targetType, targetId, reason, createdAt } = hold;
  return (
    <div className={styles.row}>
      <span className={styles.what}>
        <span className={styles.name}>{reason}</span>
        <span className={styles.small}>
          {words.kinds[targetType]} {targetId} · {words.since(dateAndTime(createdAt))}
        </span>
      </span>
      <Button aria-label={words.endName(targetId)} onClick={onEnd}>
        {words.end}
      </Button>
    </div>
  );
}
