import { GatheredBytes } from './gathered-bytes.ts';
import { ProviderFault } from './provider-fault.ts';

/** The data of one server-sent event of type `message`. */
export type EventData = string;

/**
 * Reads server-sent events from a stream and yields the data of those that are messages. Throws a `ProviderFault` if
 * the whole stream is larger than `bytesMax`, so memory is bounded too.
 */
export async function* readEvents(body: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<EventData> {
  const lines = new Lines();
  let event = '';
  let data: string[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new ProviderFault('answer_too_large');
    for (const line of lines.take(chunk)) {
      if (line !== '') {
        const [name, value] = fieldOf(line);
        if (name === 'event') event = value;
        if (name === 'data') data.push(value);
        continue;
      }
      if (data.length > 0 && (event === '' || event === 'message')) yield data.join('\n');
      event = '';
      data = [];
    }
  }
}

const newline = 10;
const carriageReturn = 13;

/** Splits chunks of text into lines. Lines end with CR, LF or CRLF. */
class Lines {
  /** A line that is not complete yet. */
  private readonly open = new GatheredBytes();
  private endedWithReturn = false;
  private isFirst = true;

  *take(chunk: Buffer): Generator<string> {
    let from = this.endedWithReturn && chunk[0] === newline ? 1 : 0;
    if (chunk.length > 0) this.endedWithReturn = false;
    for (let at = from; at < chunk.length; at++) {
      if (chunk[at] !== newline && chunk[at] !== carriageReturn) continue;
      this.open.append(chunk.subarray(from, at));
      yield this.ended();
      if (chunk[at] === carriageReturn) {
        if (at === chunk.length - 1) this.endedWithReturn = true;
        else if (chunk[at + 1] === newline) at += 1;
      }
      from = at + 1;
    }
    this.open.append(chunk.subarray(from));
  }

  private ended(): string {
    const line = this.open.takeText();
    const isFirst = this.isFirst;
    this.isFirst = false;
    return isFirst ? line.replace(/^\uFEFF/, '') : line;
  }
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}
