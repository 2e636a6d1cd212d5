import { useIsDemoOpen, useOpenDemo } from '../../api/demo.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { entryWords as words } from '../../words/entry.ts';
import styles from './session-form.module.css';

/** Leads who is only looking to the demo, where it is open to them. */
export function DemoEntry() {
  const isOpen = useIsDemoOpen();
  const open = useOpenDemo();
  if (!isOpen) return null;
  return (
    <div className={styles.providers}>
      <p>{words.onlyLooking}</p>
      <Button busy={open.isPending || open.isSuccess} onClick={() => open.mutate()}>
        {words.openDemo}
      </Button>
      {open.error && <ErrorNotice error={open.error} />}
    </div>
  );
}
