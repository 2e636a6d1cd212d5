import type { ReadBlock } from '@parley/protocol';
import { Calendar, MapPin } from 'lucide-react';
import { clockTime, dateAndTime, isSameDay } from '../ui/format-time.ts';
import { Aside, Frame } from './frame.tsx';

export function EventBlock({ block }: { readonly block: ReadBlock<'event'> }) {
  const { starts_at: start, ends_at: end } = block;
  const until = end && (isSameDay(start, end) ? clockTime(end) : dateAndTime(end));
  return (
    <Frame kind="Event" icon={<Calendar size={14} aria-hidden />} title={block.title}>
      <p>
        <time dateTime={start}>{dateAndTime(start)}</time>
        {until && (
          <>
            {' to '}
            <time dateTime={end}>{until}</time>
          </>
        )}
      </p>
    </Frame>
  );
}

export function LocationBlock({ block }: { readonly block: ReadBlock<'location'> }) {
  return (
    <Frame kind="Place" icon={<MapPin size={14} aria-hidden />} title={block.label}>
      <p>
        {degrees(block.latitude, 'N', 'S')}, {degrees(block.longitude, 'E', 'W')}
      </p>
    </Frame>
  );
}

export function DatePickerBlock({ block }: { readonly block: ReadBlock<'date_picker'> }) {
  const bounds = [block.min && `from ${dateAndTime(block.min)}`, block.max && `until ${dateAndTime(block.max)}`];
  return (
    <Frame kind="Asks for a date" icon={<Calendar size={14} aria-hidden />} title={block.title}>
      <Aside>{bounds.filter(Boolean).join(' ') || 'Answer with a message.'}</Aside>
    </Frame>
  );
}

function degrees(value: number, positive: string, negative: string): string {
  return `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;
}
