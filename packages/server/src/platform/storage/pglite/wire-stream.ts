import { Duplex } from 'node:stream';

/** The far end of a stream: receives what the driver wrote, and learns when the driver has ended. */
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
 * Acts as a socket to the driver and carries its bytes to the thread. All writes of a transaction in one turn become
 * one message with one answer, so that independent statements cost one thread switch each way. The driver corks the
 * parts of one statement and ends it with a message that requests an answer.
 */
export class WireStream extends Duplex {
  readonly #open: (stream: WireStream) => Promise<WireEnd>;
  #far: WireEnd | undefined;
  #gathers = false;

  /** Calls `open` when the driver connects. If it rejects, the stream is destroyed with its error. */
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
   * A simple query begins a transaction: it is held until the end of the turn, together with the writes after it. Any
   * other statement is sent at once, so that the database works while the rest of the turn runs here.
   */
  override write(chunk: Buffer, encoding?: BufferEncoding | Done, done?: Done): boolean {
    if (chunk[0] === QUERY) this.#gather();
    return super.write(chunk, typeof encoding === 'function' ? encoding : done);
  }

  /** Passes an answer to the driver. */
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
    // Nothing to do: answers are pushed as they arrive.
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

/** The driver's Terminate message. It must not reach the database, which would shut down. */
function isTerminate(bytes: Uint8Array): boolean {
  return bytes[0] === TERMINATE;
}

/** Copies the chunks, because the driver reuses its buffer and the copy is transferred to the thread. */
function joined(chunks: Chunk[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((total, { chunk }) => total + chunk.length, 0));
  let at = 0;
  for (const { chunk } of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
