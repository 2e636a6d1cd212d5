import type { ConversationId } from '@parley/protocol';
import { useStop, useStoppable } from '../../api/stop.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { panelWords } from '../../words/panel.ts';

interface StopAnswerProps {
  readonly id: ConversationId;
  /** The name of the answering agent. */
  readonly name: string;
}

/** Stops the running answer in a room, like the composer's Stop button. */
export function StopAnswer({ id, name }: StopAnswerProps) {
  const message = useStoppable(id);
  const stop = useStop();
  if (!message) return null;
  return (
    <>
      <Button aria-label={panelWords.stopAnswer(name)} busy={stop.isPending} onClick={() => stop.mutate(message)}>
        {panelWords.stop}
      </Button>
      {stop.error && <Notice tone="danger">{stop.error.message}</Notice>}
    </>
  );
}
