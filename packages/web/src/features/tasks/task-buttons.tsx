import type { ListedConversation } from '@parley/protocol';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { taskWords as words } from '../../words/tasks.ts';
import { GiveTask } from './give-task.tsx';
import { NewSchedule } from './new-schedule.tsx';
import styles from './tasks.module.css';

/** Gives the agent of a room something to do: once, or at set times. */
export function TaskButtons({ room }: { readonly room: ListedConversation }) {
  const [dialog, setDialog] = useState<'task' | 'schedule' | null>(null);
  return (
    <div className={styles.buttons}>
      <Button onClick={() => setDialog('task')}>{words.give}</Button>
      <Button onClick={() => setDialog('schedule')}>{words.schedule}</Button>
      {dialog === 'task' && <GiveTask room={room} onClose={() => setDialog(null)} />}
      {dialog === 'schedule' && <NewSchedule room={room} onClose={() => setDialog(null)} />}
    </div>
  );
}
