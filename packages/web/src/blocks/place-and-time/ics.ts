export interface CalendarEvent {
  readonly title: string;
  readonly starts_at: string;
  readonly ends_at?: string | undefined;
}

/** Longer lines are folded (RFC 5545 §3.1). */
const octetsALine = 75;

/**
 * Returns an event as an iCalendar file (RFC 5545), in UTC. The same event has the same `UID`, so that importing it twice adds
 * it once.
 */
export function toIcs({ title, starts_at: start, ends_at: end }: CalendarEvent, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Parley//Parley//EN',
    'BEGIN:VEVENT',
    `UID:${nameOf(`${title}|${start}|${end ?? ''}`)}@parley`,
    `DTSTAMP:${moment(now.toISOString())}`,
    `DTSTART:${moment(start)}`,
    ...(end === undefined ? [] : [`DTEND:${moment(end)}`]),
    `SUMMARY:${escaped(title)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map(folded).join('\r\n') + '\r\n';
}

const moment = (iso: string) => new Date(iso).toISOString().replaceAll(/[-:]|\.\d+/gu, '');

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/gu, String.raw`\$&`).replaceAll(/\r\n|\r|\n/gu, String.raw`\n`);
}

function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > octetsALine) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}

/** Returns a short hash of a text (FNV-1a, twice 32 bits). */
function nameOf(text: string): string {
  const hash = (seed: number) => {
    let value = seed;
    for (const octet of new TextEncoder().encode(text)) value = Math.imul(value ^ octet, 0x01000193);
    return (value >>> 0).toString(16).padStart(8, '0');
  };
  return hash(0x811c9dc5) + hash(0x9e3779b9);
}
