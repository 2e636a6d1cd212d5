import { Duplex } from 'node:stream';

/** The other end of a stream: takes what the driver wrote, and learns when the driver is done. */
export interface WireEnd {
  send(bytes: Uint8Array<ArrayBuffer>): void;
  end(): void;
}

const QUERY = 'Q'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);

type Done = (error?: Error | null) => void;

interface Chunk {
  chunk: Buffer;
}

/**
 * Looks like a socket to the driver and carries its bytes elsewhere. What the driver writes of a transaction in one turn leaves as
 * one message, and is answered by one, so that statements which do not wait for each other cost a single change of threads each way.
 * The driver corks what belongs to one statement, and ends it with a message that asks for an answer.
 */
export class WireStream extends Duplex {
  readonly #open: (stream: WireStream) => Promise<WireEnd>;
  #far: WireEnd | undefined;
  #gathers = false;

  /** `open` is called when the driver connects; if it rejects, the stream is destroyed with its error. */
  constructor(open: (stream: WireStream) => Promise<WireEnd>) {
    super({ decodeStrings: true });
    this.#open = open;
  }

  connect(): this {
    this.#open(this).then(
      (far) => {
        this.#far = far;
        if (this.destroyed) far.end();
        else this.emit('connect');
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }

  /**
   * A plain query is what begins a transaction: it is kept until the turn is over, with all that is written behind it. Anything else
   * is a statement that somebody waits for, and the database may as well begin while the rest of the turn goes on here.
   */
  override write(chunk: Buffer, encoding?: BufferEncoding | Done, done?: Done): boolean {
    if (chunk[0] === QUERY) this.#gather();
    return super.write(chunk, typeof encoding === 'function' ? encoding : done);
  }

  /** Hands an answer to the driver. */
  receive(bytes: Uint8Array<ArrayBuffer>): void {
    if (!this.destroyed && bytes.length > 0) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers are pushed as they come: the driver asks for one at a time and reads it whole.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#send([{ chunk }], done);
  }

  override _writev(chunks: Chunk[], done: Done): void {
    this.#send(chunks, done);
  }

  override _final(done: Done): void {
    this.#leave();
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#leave();
    done(error);
  }

  #gather(): void {
    if (this.#gathers) return;
    this.#gathers = true;
    this.cork();
    process.nextTick(() => {
      this.#gathers = false;
      this.uncork();
    });
  }

  #send(chunks: Chunk[], done: Done): void {
    const bytes = joined(chunks.filter(({ chunk }) => !isTerminate(chunk)));
    if (bytes.length > 0) this.#far?.send(bytes);
    done();
  }

  #leave(): void {
    this.#far?.end();
    this.#far = undefined;
  }
}

/** The goodbye of a connection. It must not reach the database, which would take it for its own. */
function isTerminate(bytes: Uint8Array): boolean {
  return bytes[0] === TERMINATE;
}

/** Copies, because the driver writes from a buffer that it uses again and the copy is to be handed over whole. */
function joined(chunks: Chunk[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((total, { chunk }) => total + chunk.length, 0));
  let at = 0;
  for (const { chunk } of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
