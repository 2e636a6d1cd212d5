import type { TaskHistoryEntry, TaskId } from '@parley/protocol';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useTaskHistory } from '../../api/task-list.ts';
import { Button } from '../../ui/button.tsx';
import { dateAndTime, fullTime } from '../../ui/format-time.ts';
import { taskStatusWords, taskWords as words } from '../../words/tasks.ts';
import styles from './tasks.module.css';

const whos: Readonly<Record<TaskHistoryEntry['by'], string>> = {
  agent: words.byAgent,
  user: words.byUser,
  platform: words.byPlatform,
};

/** Shows each step of a task, with its actor and time. */
export function TaskTimeline({ taskId }: { readonly taskId: TaskId }) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useTaskHistory(taskId);
  if (error) return <ErrorNotice error={error} />;
  return (
    <>
      <ol className={styles.timeline} aria-label={words.history}>
        {data?.pages
          .flatMap(({ item }) => item.history)
          .map(({ status, at, by, note }, place) => (
            <li key={place} data-status={status}>
              {words.step(taskStatusWords[status], whos[by])}{' '}
              <time dateTime={at} title={fullTime(at)} className={styles.small}>
                {dateAndTime(at)}
              </time>
              {note !== null && <p dir="auto">{note}</p>}
            </li>
          ))}
      </ol>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  );
}
