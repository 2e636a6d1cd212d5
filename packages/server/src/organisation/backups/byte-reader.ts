import { UnfitBackup } from './unfit-backup.ts';

/** The longest line. A row is one line, and no row of Parley comes near it. */
const longestLineBytes = 256 * 1024 * 1024;
const newline = 0x0a;

/** Reads lines and counted bytes in turn from a stream of chunks. Holds a line or a chunk at a time. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Returns the next line without its end, or null behind the last one. */
  async line(): Promise<string | null> {
    const parts: Buffer[] = [];
    let size = 0;
    for (;;) {
      const end = this.#rest.indexOf(newline);
      if (end >= 0) {
        parts.push(this.#rest.subarray(0, end));
        this.#rest = this.#rest.subarray(end + 1);
        return Buffer.concat(parts).toString('utf8');
      }
      parts.push(this.#rest);
      size += this.#rest.length;
      if (size > longestLineBytes) throw new UnfitBackup('The file has a line that no backup has.');
      if (await this.#fill()) continue;
      if (size === 0) return null;
      throw new UnfitBackup('The file ends within a line.');
    }
  }

  /** Yields exactly this many bytes. They have to be taken before anything else is read. */
  async *bytes(count: number): AsyncGenerator<Buffer> {
    let left = count;
    while (left > 0) {
      if (await this.isAtEnd()) throw new UnfitBackup('The file ends too early.');
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  /** Returns whether everything was read. */
  async isAtEnd(): Promise<boolean> {
    while (this.#rest.length === 0) if (!(await this.#fill())) return true;
    return false;
  }

  /** Ends the reading, also of a source that has more. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #fill(): Promise<boolean> {
    const next = await this.#chunks.next();
    this.#rest = next.done === true ? Buffer.alloc(0) : next.value;
    return next.done !== true;
  }
}
