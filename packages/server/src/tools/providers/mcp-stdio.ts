import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Clock } from '../../time/clock.ts';
import { tokenBucket, type TokenBucket } from '../../routing/token-bucket.ts';
import { GatheredBytes } from './gathered-bytes.ts';
import { readMessages, type ToolServerTransport } from './mcp-message.ts';
import { ProviderFault } from './provider-fault.ts';
import { messageBytesMax } from './read-answer.ts';

/** A program that speaks MCP over its standard streams. */
export interface McpProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Lines that answer nothing: notifications, requests of its own, and whatever else a program prints. */
const unaskedLines = { perSecond: 100, burst: 1_000 };
/** A program that does not read gets no more once so much waits for it. */
const unreadBytesMax = 4 * 1024 * 1024;
const graceMs = 2_000;

/**
 * The stdio transport of MCP. A line has at most `messageBytesMax`, and of lines that answer nothing so many come in a second. A program
 * that says more, or that does not read what it is told, is ended, and `fault` says why.
 */
export class McpStdio implements ToolServerTransport {
  fault: ProviderFault | null = null;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: ToolServerTransport['onmessage'];
  private child: ChildProcessByStdio<Writable, Readable, null> | null = null;
  private readonly program: McpProgram;
  private readonly unasked: TokenBucket;
  private unanswered = 0;
  /** A line that has not ended yet. */
  private readonly line = new GatheredBytes();

  constructor(program: McpProgram, clock: Clock) {
    this.program = program;
    this.unasked = tokenBucket(unaskedLines, clock);
  }

  /** Resolves when the program runs. */
  start(): Promise<void> {
    const { command, args, env } = this.program;
    return new Promise((resolve, reject) => {
      // Its log is its own: it may hold what it was given.
      const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
      this.child = child;
      child.on('spawn', resolve);
      child.on('error', (error) => (reject(error), this.ended()));
      child.on('close', () => this.ended());
      child.stdin.on('error', () => undefined);
      child.stdout.on('error', () => undefined);
      child.stdout.on('data', (chunk: Buffer) => this.take(chunk));
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { child } = this;
    if (child === null) throw this.fault ?? new Error('The program has ended.');
    if (child.stdin.writableLength > unreadBytesMax) {
      this.give(new ProviderFault('answer_invalid'));
      throw this.fault ?? new Error('The program does not read.');
    }
    if (isJSONRPCRequest(message)) this.unanswered += 1;
    child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Lets the program end by itself, then asks it to, then ends it. */
  async close(): Promise<void> {
    const { child } = this;
    this.ended();
    if (child === null) return;
    const gone = new Promise<boolean>((resolve) => child.once('close', () => resolve(true)));
    // What it still says is let go of.
    child.stdout.removeAllListeners('data').resume();
    child.stdin.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (child.exitCode !== null || child.signalCode !== null || (await within(graceMs, gone))) return;
      child.kill(signal);
    }
  }

  private take(chunk: Buffer): void {
    let from = 0;
    while (this.child !== null) {
      const end = chunk.indexOf(10, from);
      const piece = chunk.subarray(from, end === -1 ? chunk.length : end);
      if (this.line.length + piece.length > messageBytesMax) return this.give(new ProviderFault('answer_too_large'));
      this.line.append(piece);
      if (end === -1) return;
      from = end + 1;
      this.hear(this.line.takeText());
    }
  }

  private hear(line: string): void {
    let messages: JSONRPCMessage[] = [];
    try {
      messages = readMessages(line);
    } catch {
      // A program may print what is no message. It counts, and says nothing.
    }
    for (const message of messages) {
      const answers = !('method' in message) && this.unanswered > 0;
      if (answers) this.unanswered -= 1;
      else if (this.unasked.take('') > 0) return this.give(new ProviderFault('answer_too_large'));
      this.onmessage?.(message);
    }
    if (messages.length === 0 && this.unasked.take('') > 0) this.give(new ProviderFault('answer_too_large'));
  }

  /** Gives the program up, at once. */
  private give(fault: ProviderFault): void {
    const { child } = this;
    this.fault ??= fault;
    child?.stdout.removeAllListeners('data').destroy();
    child?.kill('SIGKILL');
    this.ended();
  }

  private ended(): void {
    if (this.child === null) return;
    this.child = null;
    this.line.clear();
    this.onclose?.();
  }
}

async function within(ms: number, work: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = await Promise.race([work, timeUp]);
  clearTimeout(timer);
  return done;
}
