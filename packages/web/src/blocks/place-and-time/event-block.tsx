import type { ReadBlock } from '@parley/protocol';
import { Calendar, CalendarPlus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { saveText } from '../../ui/save-text.ts';
import { calendarWords as words } from '../../words/calendar.ts';
import { Aside, Frame } from '../frame.tsx';
import styles from './event-block.module.css';
import { toIcs } from './ics.ts';
import { offsetName, ownOffset, spanAt, writtenOffset } from './offset.ts';
import { locale } from '../../words/locale.ts';

/**
 * Renders an event in the user's time zone and, if different, in the time zone it was written for. It is in no calendar until the user
 * saves it.
 */
export function EventBlock({ block }: { readonly block: ReadBlock<'event'> }) {
  const { title, starts_at: start, ends_at: end } = block;
  const [own, written] = [ownOffset(start), writtenOffset(start)];
  return (
    <Frame kind={words.event} icon={<Calendar size={14} aria-hidden />} title={title}>
      <div className={styles.event}>
        <CalendarLeaf start={start} />
        <div>
          <p>
            <time dateTime={start}>{spanAt(start, end, own)}</time>
          </p>
          <Aside>
            {own === written ? words.ownTime(offsetName(own)) : words.yourTime(offsetName(own))}
            {own !== written && (
              <>
                <br />
                {words.asSent(spanAt(start, end, written), offsetName(written))}
              </>
            )}
          </Aside>
        </div>
      </div>
      <Button
        icon={<CalendarPlus size={16} aria-hidden />}
        onClick={() => saveText(toIcs(block, new Date()), 'event.ics', 'text/calendar')}
      >
        {words.save}
      </Button>
    </Frame>
  );
}

/** Shows the day as a calendar leaf, hidden from screen readers. */
function CalendarLeaf({ start }: { readonly start: string }) {
  const date = new Date(start);
  return (
    <span className={styles.leaf} aria-hidden="true">
      <span>{date.toLocaleDateString(locale(), { month: 'short' })}</span>
      <strong>{date.getDate()}</strong>
    </span>
  );
}

/** Renders a request for a date. No agent may send one yet and no answer format exists, so the person answers with a message. */
export function DatePickerBlock({ block }: { readonly block: ReadBlock<'date_picker'> }) {
  const bounds = [block.min && words.from(dateAndTime(block.min)), block.max && words.until(dateAndTime(block.max))];
  return (
    <Frame kind={words.asksForDate} icon={<Calendar size={14} aria-hidden />} title={block.title}>
      {bounds.some(Boolean) && <p>{bounds.filter(Boolean).join(' ')}</p>}
      <Aside>{words.answerInWords}</Aside>
    </Frame>
  );
}
