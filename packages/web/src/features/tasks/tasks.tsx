import { ErrorNotice } from '../../api/error-notice.tsx';
import { useTasks } from '../../api/task-list.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { taskWords as words } from '../../words/tasks.ts';
import { TaskRow } from './task-row.tsx';
import styles from './tasks.module.css';

/** Shows the tasks of all of the user's rooms. */
export function Tasks() {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useTasks();
  const tasks = data?.pages.flatMap(({ items }) => items);
  return (
    <div className={styles.tasks}>
      {error && <ErrorNotice error={error} />}
      {!tasks && !error && <Skeleton label={words.loading} />}
      {tasks?.length === 0 && <p>{words.none}</p>}
      {tasks?.map((task) => (
        <TaskRow key={task.taskId} task={task} />
      ))}
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </div>
  );
}
