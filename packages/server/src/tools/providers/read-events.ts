import { GatheredBytes } from './gathered-bytes.ts';
import { ProviderFault } from './provider-fault.ts';

/** The data of one server-sent event that carries a message. */
export type EventData = string;

/**
 * Reads server-sent events as they come and gives the data of those that are messages. Throws a `ProviderFault` where the whole stream
 * is larger than `bytesMax`, be it one line without an end or many events: more than that is never held.
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

/** The lines of a text that comes in pieces; they end with CR, LF or both. */
class Lines {
  /** A line that has not ended yet. */
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
