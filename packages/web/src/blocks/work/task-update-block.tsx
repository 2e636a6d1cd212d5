import type { ReadBlock, TaskStatus } from '@parley/protocol';
import { Ban, CircleCheck, CircleDashed, CircleX, Hand, ListChecks, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { taskBlockWords } from '../../words/task-block.ts';
import { taskStatusWords } from '../../words/tasks.ts';
import { useBlockActions } from '../block-context.ts';
import type { TaskFacts } from '../block-context.ts';
import { Aside, Frame } from '../frame.tsx';
import { Markdown } from '../text/markdown.tsx';
import styles from './task-update-block.module.css';

const icons: Record<TaskStatus, typeof ListChecks> = {
  created: CircleDashed,
  assigned: CircleDashed,
  in_progress: LoaderCircle,
  awaiting_approval: Hand,
  completed: CircleCheck,
  failed: CircleX,
  cancelled: Ban,
};

const nothingKnown = () => null;

/** Shows the status of a task at the time of the message, its instructions, and a cancel button while the status is unchanged. */
export function TaskUpdateBlock({ block }: { readonly block: ReadBlock<'task_update'> }) {
  const { useTask = nothingKnown } = useBlockActions();
  const known = useTask(block.task_id);
  const words = taskStatusWords[block.status];
  const Icon = icons[block.status];
  const hasMoved = known !== null && known.task.status !== block.status;
  return (
    <Frame
      kind={taskBlockWords.kind}
      icon={<ListChecks size={14} aria-hidden />}
      title={known?.task.title}
      isWide={known !== null}
    >
      <p className={styles.state} data-status={block.status}>
        <Icon size={16} aria-hidden />
        {words}
        {hasMoved && <span className={styles.since}>{taskBlockWords.now(taskStatusWords[known.task.status])}</span>}
      </p>
      {block.note && <Markdown text={block.note} />}
      {known && (
        <details className={styles.instructions}>
          <summary>{taskBlockWords.instructions}</summary>
          <Markdown text={known.task.instructions} />
        </details>
      )}
      {known?.cancel && !hasMoved && <Cancel cancel={known.cancel} />}
    </Frame>
  );
}

function Cancel({ cancel }: { readonly cancel: NonNullable<TaskFacts['cancel']> }) {
  const [phase, setPhase] = useState<'idle' | 'asked' | 'sending'>('idle');
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    setPhase('sending');
    setFailure(null);
    try {
      await cancel();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : taskBlockWords.failed);
    }
    setPhase('idle');
  }

  return (
    <>
      {failure !== null && <Notice tone="danger">{failure}</Notice>}
      <div className={styles.actions}>
        {phase === 'idle' ? (
          <Button onClick={() => setPhase('asked')}>{taskBlockWords.cancel}</Button>
        ) : (
          <>
            <Aside>{taskBlockWords.cancelHint}</Aside>
            <Button autoFocus onClick={() => setPhase('idle')} disabled={phase === 'sending'}>
              {taskBlockWords.keep}
            </Button>
            <Button look="danger" busy={phase === 'sending'} onClick={() => void confirm()}>
              {taskBlockWords.cancel}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
