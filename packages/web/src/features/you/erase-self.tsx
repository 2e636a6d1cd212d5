import { useState } from 'react';
import { EraseDialog } from '../../api/erase-dialog.tsx';
import { useEraseSelf, useMe } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { yourDataWords as words } from '../../words/your-data.ts';
import styles from './you.module.css';

/** Has the user erased, once they have typed their handle. */
export function EraseSelf() {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="erase">
      <h2 id="erase">{words.erase}</h2>
      <p className={styles.hint}>{words.eraseHint}</p>
      <div className={styles.foot}>
        <Button look="danger" onClick={() => setAsking(true)}>
          {words.eraseIt}
        </Button>
      </div>
      {isAsking && <EraseMe onClose={() => setAsking(false)} />}
    </section>
  );
}

function EraseMe({ onClose }: { readonly onClose: () => void }) {
  const { handle } = useMe();
  const erase = useEraseSelf();
  return <EraseDialog title={words.eraseTitle} label={words.confirmHandle(handle)} erase={erase} onClose={onClose} />;
}
