import type { ListedConversation } from '@parley/protocol';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Part } from '../../ui/part.tsx';
import { taskWords as words } from '../../words/tasks.ts';
import styles from './tasks.module.css';

const GiveTask = lazy(async () => ({ default: (await import('./give-task.tsx')).GiveTask }));
const NewSchedule = lazy(async () => ({ default: (await import('./new-schedule.tsx')).NewSchedule }));

/** Shows the buttons that create a task or a schedule for the agent of a room. */
export function TaskButtons({ room }: { readonly room: ListedConversation }) {
  const [dialog, setDialog] = useState<'task' | 'schedule' | null>(null);
  return (
    <div className={styles.buttons}>
      <Button onClick={() => setDialog('task')}>{words.give}</Button>
      <Button onClick={() => setDialog('schedule')}>{words.schedule}</Button>
      <Part key={dialog} onFail={() => setDialog(null)}>
        <Suspense>
          {dialog === 'task' && <GiveTask room={room} onClose={() => setDialog(null)} />}
          {dialog === 'schedule' && <NewSchedule room={room} onClose={() => setDialog(null)} />}
        </Suspense>
      </Part>
    </div>
  );
}
