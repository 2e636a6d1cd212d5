import { Called } from './called.tsx';
import { MessageView } from './message-view.tsx';
import { OutgoingView } from './outgoing-view.tsx';
import { DaySeparator, UnreadSeparator } from './separators.tsx';
import type { TimelineRow } from './timeline.ts';
import { MessageActions } from './message-actions.tsx';

export interface TimelineRowViewProps {
  readonly row: TimelineRow;
  readonly now: Date;
  readonly targetId: string | null;
}

export function TimelineRowView({ row, now, targetId }: TimelineRowViewProps) {
  switch (row.kind) {
    case 'day':
      return <DaySeparator iso={row.iso} now={now} />;
    case 'unread':
      return <UnreadSeparator />;
    case 'outgoing':
      return (
        <OutgoingView outgoing={row.outgoing} startsGroup={row.startsGroup} chose={row.chose} isBehind={row.isBehind} />
      );
    case 'message': {
      const isTarget = row.message.messageId === targetId;
      const shown = (
        <MessageActions message={row.message} said={row.said}>
          <MessageView row={row} isTarget={isTarget} />
        </MessageActions>
      );
      if (row.call === null) return shown;
      return (
        <Called sentence={row.call} isOpen={isTarget}>
          {shown}
        </Called>
      );
    }
  }
}
