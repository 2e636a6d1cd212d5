import { Duplex } from 'node:stream';

/** The other end of a stream: takes what the driver wrote, and learns when the driver is done. */
export interface WireEnd {
  send(bytes: Uint8Array<ArrayBuffer>): void;
  end(): void;
}

interface Chunk {
  chunk: Buffer;
}

/**
 * Looks like a socket to the driver and carries its bytes elsewhere. What the driver writes in one go (parse, bind,
 * describe, execute, sync) leaves as one message, because each message costs a change of threads. The driver always ends such
 * a group with a message that asks for an answer.
 */
export class WireStream extends Duplex {
  readonly #open: (stream: WireStream) => Promise<WireEnd>;
  #far: WireEnd | undefined;

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

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send([{ chunk }], done);
  }

  override _writev(chunks: Chunk[], done: (error?: Error | null) => void): void {
    this.#send(chunks, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#leave();
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#leave();
    done(error);
  }

  #send(chunks: Chunk[], done: (error?: Error | null) => void): void {
    const bytes = joined(chunks);
    if (!isTerminate(bytes)) this.#far?.send(bytes);
    done();
  }

  #leave(): void {
    this.#far?.end();
    this.#far = undefined;
  }
}

/** The goodbye of a connection. It must not reach the database, which would take it for its own. */
function isTerminate(bytes: Uint8Array): boolean {
  return bytes[0] === 'X'.charCodeAt(0);
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
