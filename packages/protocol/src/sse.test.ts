import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sseComment, sseFrame, sseRetry } from './sse.ts';

function parse(text: string) {
  const events: { id?: string | undefined; event?: string | undefined; data: unknown }[] = [];
  const retries: number[] = [];
  const errors: string[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => events.push({ id, event, data: JSON.parse(data) }),
    onRetry: (ms) => retries.push(ms),
    onError: (error) => errors.push(error.message),
  });
  parser.feed(text);
  return { events, retries, errors };
}

test('what is written is read back, whatever the data holds', () => {
  const field = fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/);
  const nasty = fc.string({ unit: fc.constantFrom('\r', '\n', '\0', '\u2028', ':', ' ', 'data', 'é', '😀') });
  fc.assert(
    fc.property(field, field, fc.dictionary(nasty, fc.oneof(nasty, fc.jsonValue())), (id, event, data) => {
      const frame = sseFrame({ id, event, data });
      const expected: unknown = JSON.parse(JSON.stringify(data));
      expect(parse(frame + sseComment + frame).events).toEqual([
        { id, event, data: expected },
        { id, event, data: expected },
      ]);
    }),
  );
});

test('a frame without an id has no id line', () => {
  expect(sseFrame({ event: 'heartbeat', data: { at: 'x' } })).toBe('event: heartbeat\ndata: {"at":"x"}\n\n');
});

test.each(['', 'a b', 'a\nb', 'a\rb', 'a\0', 'ä', 'a:b'])('%j is refused as an id and as an event', (field) => {
  expect(() => sseFrame({ id: field, event: 'delivery', data: {} })).toThrow();
  expect(() => sseFrame({ event: field, data: {} })).toThrow();
});

test('a comment is no event, and retry is a whole number of milliseconds', () => {
  expect(parse(`${sseComment}${sseRetry(1234.9)}`)).toEqual({ events: [], retries: [1234], errors: [] });
});
