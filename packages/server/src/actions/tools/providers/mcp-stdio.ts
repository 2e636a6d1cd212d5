import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { firstWithin } from '../../../platform/time/first-within.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { tokenBucket, type TokenBucket } from '../../../platform/routing/token-bucket.ts';
import { GatheredBytes } from './gathered-bytes.ts';
import { readMessages, type ToolServerTransport } from './mcp-message.ts';
import { ProviderFault } from './provider-fault.ts';
import { messageBytesMax } from './read-answer.ts';

/** A program that speaks MCP over standard input and output. */
export interface McpProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Rate limit of lines that answer no request: notifications, the program's own requests, and other output. */
const unaskedLines = { perSecond: 100, burst: 1_000 };
/** If this many bytes wait for the program to read, it is ended. */
const unreadBytesMax = 4 * 1024 * 1024;
const graceMs = 2_000;

/**
 * The stdio transport of MCP. Limits each line to `messageBytesMax`, and the rate of lines that answer no request. Ends
 * a program that exceeds a limit or does not read its input; `fault` says why.
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
  /** A line that is not complete yet. */
  private readonly line = new GatheredBytes();

  constructor(program: McpProgram, clock: Clock) {
    this.program = program;
    this.unasked = tokenBucket(unaskedLines, clock);
  }

  /** Resolves when the program has started. */
  start(): Promise<void> {
    const { command, args, env } = this.program;
    return new Promise((resolve, reject) => {
      // Its error output is discarded: it may contain secrets from the environment.
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

  /** Closes the program's input, then sends SIGTERM, then SIGKILL, with a pause after each. */
  async close(): Promise<void> {
    const { child } = this;
    this.ended();
    if (child === null) return;
    const gone = new Promise<boolean>((resolve) => child.once('close', () => resolve(true)));
    // Discards further output.
    child.stdout.removeAllListeners('data').resume();
    child.stdin.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (child.exitCode !== null || child.signalCode !== null || (await firstWithin(graceMs, gone, false))) return;
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
      // A line that is no message is ignored, but counts towards the rate limit.
    }
    for (const message of messages) {
      const answers = !('method' in message) && this.unanswered > 0;
      if (answers) this.unanswered -= 1;
      else if (this.unasked.take('') > 0) return this.give(new ProviderFault('answer_too_large'));
      this.onmessage?.(message);
    }
    if (messages.length === 0 && this.unasked.take('') > 0) this.give(new ProviderFault('answer_too_large'));
  }

  /** Kills the program and records the fault. */
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
