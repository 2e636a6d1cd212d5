import type { Task } from '@parley/protocol';
import { useState } from 'react';
import { useCancelTask } from '../../api/room-work.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { panelWords } from '../../words/panel.ts';
import { taskStatusWords } from '../../words/tasks.ts';
import styles from './panel.module.css';

/** Shows an open task and a cancel button. Cancelling cannot be undone, so it asks for confirmation. */
export function OpenTask({ task }: { readonly task: Task }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancelTask(task.conversationId);
  return (
    <>
      <div className={styles.item}>
        <div>
          <p dir="auto">{task.title}</p>
          <p className={styles.faint}>{taskStatusWords[task.status]}</p>
        </div>
        {isAsking ? (
          <>
            <Button autoFocus onClick={() => setAsking(false)}>
              {panelWords.keepTask}
            </Button>
            <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate(task.taskId)}>
              {panelWords.cancelForGood}
            </Button>
          </>
        ) : (
          <Button aria-label={panelWords.cancelTask(task.title)} onClick={() => setAsking(true)}>
            {panelWords.cancel}
          </Button>
        )}
      </div>
      {cancel.error && <Notice tone="danger">{cancel.error.message}</Notice>}
    </>
  );
}
