import type { Task } from '@parley/protocol';
import { useState } from 'react';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { useAgent } from '../../api/agents.ts';
import { useCancelTask } from '../../api/room-work.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { taskStatusWords, taskWords as words } from '../../words/tasks.ts';
import { TaskTimeline } from './task-timeline.tsx';
import styles from './tasks.module.css';

const over: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** Shows one task: its title, status and history, and a cancel button. */
export function TaskRow({ task }: { readonly task: Task }) {
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { data: agent } = useAgent(task.agentId);
  const cancel = useCancelTask(task.conversationId);
  return (
    <article className={styles.task} aria-label={task.title}>
      <header className={styles.head}>
        <div className={styles.what}>
          <h2 dir="auto">{task.title}</h2>
          <p className={styles.small}>
            <Link to={paths.room(task.conversationId)}>{agent?.name ?? words.byAgent}</Link> ·{' '}
            <time dateTime={task.updatedAt}>{dateAndTime(task.updatedAt)}</time>
          </p>
        </div>
        <span className={styles.status} data-status={task.status}>
          {taskStatusWords[task.status]}
        </span>
        {!over.has(task.status) && <Button onClick={() => setAsking(true)}>{words.cancelTask}</Button>}
      </header>
      {task.note !== null && <p dir="auto">{task.note}</p>}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary aria-label={words.showHistory(task.title)}>{words.history}</summary>
        {isOpen && (
          <>
            <p className={styles.instructions} dir="auto">
              {task.instructions}
            </p>
            <TaskTimeline taskId={task.taskId} />
          </>
        )}
      </details>
      {isAsking && (
        <Confirm
          title={words.cancelTitle(task.title)}
          action={words.cancelTask}
          onConfirm={() => cancel.mutateAsync(task.taskId)}
          onClose={() => setAsking(false)}
        >
          {words.cancelText}
        </Confirm>
      )}
    </article>
  );
}
