import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { sseComment, sseFrame, sseRetry } from '@parley/protocol';
import { claim, claimSame, oneOf, textTarget, words } from '../target.ts';

const field = oneOf('evt_1767225600_1', 'dlv_01', 'messageAppended', 'a b', '', 'é', 'a:b', '-.');

/** Frames of an event stream: the id on the first line, the event on the second, and what it says after that. */
export const sse = textTarget({
  name: 'sse',
  encoding: 'utf8',
  tokens: ['\n', '\r', '\0', 'data: ', 'event: x\n', 'id: 1\n', ':', '\u2028', '\u2029', '\ufeff', '"', '\\'],
  inputs: words(
    field,
    ['\n'],
    field,
    ['\n'],
    fc
      .array(oneOf('data: x', '\n\n', '\r', '\0', 'text', '\u2028', '"'), { maxLength: 4 })
      .map((texts) => texts.join('')),
  ),
  check(text) {
    const [id = '', event = '', ...rest] = text.split('\n');
    const data = { text: rest.join('\n'), [id]: [event] };
    const frame = frameOrNull(id, event, data);
    claimSame(frame !== null, isPlain(id) && isPlain(event), 'whether the fields fit');
    if (frame === null) return;
    claim(!/[\r\0]/.test(frame) && frame.split('\n').length === 5, `The frame is torn: ${JSON.stringify(frame)}`);
    const wanted = [{ id, event, data: JSON.stringify(data) }];
    claimSame(read([frame]), wanted, 'what a reader gets');
    claimSame(
      read([...`${sseRetry(1500)}${sseComment}${frame}${sseComment}`]),
      wanted,
      'what a reader gets character by character',
    );
  },
});

function frameOrNull(id: string, event: string, data: unknown): string | null {
  try {
    return sseFrame({ id, event, data });
  } catch {
    return null;
  }
}

function isPlain(field: string): boolean {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-';
  return field !== '' && [...field].every((character) => alphabet.includes(character));
}

function read(pieces: readonly string[]): EventSourceMessage[] {
  const events: EventSourceMessage[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => events.push({ id, event, data }),
    onError(error) {
      throw error;
    },
  });
  for (const piece of pieces) parser.feed(piece);
  return events;
}
