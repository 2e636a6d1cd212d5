import type { ReadBlock, TaskStatus } from '@parley/protocol';
import { Ban, CircleCheck, CircleDashed, CircleX, Hand, ListChecks, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useBlockActions } from '../block-context.ts';
import type { TaskFacts } from '../block-context.ts';
import { Aside, Frame } from '../frame.tsx';
import { Markdown } from '../text/markdown.tsx';
import styles from './task-update-block.module.css';

const states: Record<TaskStatus, { readonly words: string; readonly Icon: typeof ListChecks }> = {
  created: { words: 'Created', Icon: CircleDashed },
  assigned: { words: 'Given to the agent', Icon: CircleDashed },
  in_progress: { words: 'In progress', Icon: LoaderCircle },
  awaiting_approval: { words: 'Waits for an approval', Icon: Hand },
  completed: { words: 'Completed', Icon: CircleCheck },
  failed: { words: 'Failed', Icon: CircleX },
  cancelled: { words: 'Cancelled', Icon: Ban },
};

const nothingKnown = () => null;

/** Where a task stood when this was said, with what it is and a way to cancel it for as long as that is still where it stands. */
export function TaskUpdateBlock({ block }: { readonly block: ReadBlock<'task_update'> }) {
  const { useTask = nothingKnown } = useBlockActions();
  const known = useTask(block.task_id);
  const { words, Icon } = states[block.status];
  const hasMoved = known !== null && known.task.status !== block.status;
  return (
    <Frame kind="Task" icon={<ListChecks size={14} aria-hidden />} title={known?.task.title} isWide={known !== null}>
      <p className={styles.state} data-status={block.status}>
        <Icon size={16} aria-hidden />
        {words}
        {hasMoved && <span className={styles.since}>now {states[known.task.status].words.toLowerCase()}</span>}
      </p>
      {block.note && <Markdown text={block.note} />}
      {known && (
        <details className={styles.instructions}>
          <summary>Instructions</summary>
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
      setFailure(error instanceof Error ? error.message : 'That did not work.');
    }
    setPhase('idle');
  }

  return (
    <>
      {failure !== null && <Notice tone="danger">{failure}</Notice>}
      <div className={styles.actions}>
        {phase === 'idle' ? (
          <Button onClick={() => setPhase('asked')}>Cancel task</Button>
        ) : (
          <>
            <Aside>A cancelled task does not go on.</Aside>
            <Button autoFocus onClick={() => setPhase('idle')} disabled={phase === 'sending'}>
              Keep it
            </Button>
            <Button look="danger" busy={phase === 'sending'} onClick={() => void confirm()}>
              Cancel task
            </Button>
          </>
        )}
      </div>
    </>
  );
}
