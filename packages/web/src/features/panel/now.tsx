import type { AgentMember, ListedConversation } from '@parley/protocol';
import { useRoomMessages } from '../../api/messages.ts';
import { useOpenTasks, useSchedules } from '../../api/room-work.ts';
import { runningOf } from '../../api/turn.ts';
import { useMe } from '../../api/session.ts';
import { panelWords } from '../../words/panel.ts';
import { OpenTask } from './open-task.tsx';
import styles from './panel.module.css';
import { ScheduleItem } from './schedule-item.tsx';
import { StopAnswer } from './stop-answer.tsx';

export interface NowProps {
  readonly agent: AgentMember;
  readonly room: ListedConversation;
}

/** Shows the agent's current work in a room: the running answer, open tasks, and schedules. */
export function Now({ agent, room }: NowProps) {
  const id = room.conversationId;
  const me = useMe();
  const { data: held } = useRoomMessages(id);
  const { data: readTasks } = useOpenTasks(id);
  const { data: readSchedules } = useSchedules(id);
  const tasks = readTasks ?? [];
  const schedules = readSchedules ?? [];
  const running = held ? runningOf(held, agent, me.userId) : null;
  const isUnknown = !held || !readTasks || !readSchedules;
  if (!running && tasks.length === 0 && schedules.length === 0) {
    // Without a connection none may have been read, and then nothing is known of it.
    if (isUnknown) return null;
    return <p className={styles.line}>{panelWords.idle(agent.name)}</p>;
  }
  return (
    <>
      {running && (
        <div className={styles.item}>
          <p>{running.hasBegun ? panelWords.answering(agent.name) : panelWords.toAnswer(agent.name)}</p>
          <StopAnswer id={id} name={agent.name} />
        </div>
      )}
      {tasks.length > 0 && (
        <div className={styles.list}>
          <h3>{panelWords.tasks}</h3>
          <ul className={styles.list}>
            {tasks.map((task) => (
              <li key={task.taskId}>
                <OpenTask task={task} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {schedules.length > 0 && (
        <div className={styles.list}>
          <h3>{panelWords.schedules}</h3>
          <ul className={styles.list}>
            {schedules.map((schedule) => (
              <li key={schedule.scheduleId}>
                <ScheduleItem room={room} schedule={schedule} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
