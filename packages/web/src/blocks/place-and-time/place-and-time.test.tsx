import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Block } from '../block.tsx';
import { toIcs } from './ics.ts';
import { landPath, mapHeight, placeOnMap } from './land.ts';
import { offsetName, spanAt, writtenOffset } from './offset.ts';
import { loadBlocks } from '../../testing/load-blocks.tsx';

beforeAll(loadBlocks);

afterEach(cleanup);

describe('an event', () => {
  const picnic = { title: 'Picnic', starts_at: '2026-06-01T23:30:00+09:00', ends_at: '2026-06-02T01:00:00+09:00' };

  it('is shown on the clock it was written for and on any other', () => {
    expect(writtenOffset(picnic.starts_at)).toBe(540);
    expect(writtenOffset('2026-06-01T10:00:00Z')).toBe(0);
    const onItsClock = spanAt(picnic.starts_at, picnic.ends_at, 540);
    expect(onItsClock).toContain('Jun 1, 2026');
    expect(onItsClock).toContain('Jun 2, 2026');
    expect(spanAt(picnic.starts_at, picnic.ends_at, 0)).toMatch(/^Jun 1, 2026, 2:30.PM – 4:00.PM$/u);
    expect([0, 60, -210].map(offsetName)).toEqual(['UTC', 'UTC+1', 'UTC−3:30']);
  });

  it('names both clocks where they are two', () => {
    const own = -new Date(picnic.starts_at).getTimezoneOffset();
    render(<Block block={{ type: 'event', ...picnic }} />);
    expect(screen.getByText(/as it was sent/).textContent).toContain('UTC+9');
    expect(screen.getByText(/as it was sent/).textContent).toContain(offsetName(own));
  });

  it('is a file for calendars, whose text cannot break out of its line', () => {
    const ics = toIcs({ ...picnic, title: 'a;b,c\\d\r\nBEGIN:VEVENT' }, new Date('2026-01-01T00:00:00.000Z'));
    expect(ics).toContain('DTSTART:20260601T143000Z\r\nDTEND:20260601T160000Z\r\n');
    expect(ics).toContain(String.raw`SUMMARY:a\;b\,c\\d\nBEGIN:VEVENT`);
    expect(ics.match(/^BEGIN:VEVENT/gmu)).toHaveLength(1);
    expect(ics.endsWith('END:VCALENDAR\r\n')).toBe(true);
  });

  it('keeps the lines of that file within 75 octets and tears no character', () => {
    const ics = toIcs({ ...picnic, title: '山'.repeat(200) }, new Date(0));
    const lines = ics.split('\r\n');
    expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
    expect(ics.replaceAll('\r\n ', '')).toContain('山'.repeat(200));
  });

  it('has the same name each time it is saved', () => {
    const uid = (title: string) => /UID:.+/u.exec(toIcs({ ...picnic, title }, new Date()))?.[0];
    expect(uid('a')).toBe(uid('a'));
    expect(uid('a')).not.toBe(uid('b'));
  });
});

describe('a place', () => {
  it('can be copied, and opened with the maps of the device', () => {
    render(<Block block={{ type: 'location', latitude: -33.86, longitude: 151.2, label: 'Sydney' }} />);
    expect(screen.getByText('33.86000° S, 151.20000° E')).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('geo:-33.86,151.2?q=-33.86,151.2');
  });

  it('stands on the map, at its edge where the map does not reach', () => {
    expect(placeOnMap(82.5, -180)).toEqual({ x: 0, y: 0.5 });
    expect(placeOnMap(-90, 180)).toEqual({ x: 96, y: mapHeight - 0.5 });
    expect(landPath().match(/M/gu)?.length).toBeGreaterThan(900);
  });
});
