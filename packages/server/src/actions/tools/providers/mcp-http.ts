import { isInitializedNotification, isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { request, type Agent, type Dispatcher } from 'undici';
import type { Clock } from '../../../platform/time/clock.ts';
import { withinLimit } from '../../../platform/time/within-limit.ts';
import { countMessages, readMessages, RefusedByServer, type ToolServerTransport } from './mcp-message.ts';
import { isPlain, plainEncoding, ProviderFault } from './provider-fault.ts';
import { messageBytesMax, readAnswer } from './read-answer.ts';
import { readEvents } from './read-events.ts';

const answerMs = 30_000;
/** Pause between the end of the server's event stream and the next one. */
const restMs = 30_000;

/**
 * The Streamable HTTP transport of MCP. Reads at most `messageBytesMax` of each answer, uncompressed, within 30
 * seconds; a larger or compressed answer ends that exchange only. Reaches permitted addresses only and follows no
 * redirect.
 */
export class McpHttp implements ToolServerTransport {
  readonly fault = null;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: ToolServerTransport['onmessage'];
  sessionId?: string;
  private version: string | null = null;
  private readonly ending = new AbortController();
  private readonly parts: { readonly url: URL; readonly dial: Agent; readonly clock: Clock };

  constructor(parts: McpHttp['parts']) {
    this.parts = parts;
  }

  async start(): Promise<void> {
    // Nothing to start: each message is its own request.
  }

  setProtocolVersion(version: string): void {
    this.version = version;
  }

  /** Sends a message. Rejects with a `ProviderFault`, a `RefusedByServer` or a connection error. */
  async send(message: JSONRPCMessage): Promise<void> {
    await withinLimit(
      this.parts.clock,
      answerMs,
      async (signal, limit) => {
        try {
          const answer = await this.ask('POST', signal, message);
          const session = answer.headers['mcp-session-id'];
          if (typeof session === 'string') this.sessionId = session;
          if (isJSONRPCRequest(message)) await this.readAll(answer);
          else answer.body.destroy();
        } catch (error) {
          throw limit.isOver() ? new ProviderFault('timeout') : error;
        }
      },
      [this.ending.signal],
    );
    if (isInitializedNotification(message)) void this.listen();
  }

  async close(): Promise<void> {
    if (this.ending.signal.aborted) return;
    this.ending.abort();
    this.onclose?.();
  }

  /** Sends one request. Rejects if the answer is a refusal or compressed, and destroys its body. */
  private async ask(
    method: 'GET' | 'POST',
    signal: AbortSignal,
    message?: JSONRPCMessage,
  ): Promise<Dispatcher.ResponseData> {
    const { url, dial } = this.parts;
    const answer = await request(url, {
      dispatcher: dial,
      method,
      signal,
      headers: {
        ...plainEncoding,
        'user-agent': 'Parley/1',
        accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
        ...(message === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.sessionId === undefined ? {} : { 'mcp-session-id': this.sessionId }),
        ...(this.version === null ? {} : { 'mcp-protocol-version': this.version }),
      },
      ...(message === undefined ? {} : { body: JSON.stringify(message) }),
    });
    // A destroyed body emits an error, which would end the process if nothing handled it.
    answer.body.on('error', () => undefined);
    const isRefusal = answer.statusCode < 200 || answer.statusCode > 299;
    if (!isRefusal && isPlain(answer.headers)) return answer;
    answer.body.destroy();
    throw isRefusal ? new RefusedByServer(answer.statusCode) : new ProviderFault('answer_encoded', answer.statusCode);
  }

  /** Reads the answer to a request: one JSON text, or messages as server-sent events. */
  private async readAll({ body, headers, statusCode }: Dispatcher.ResponseData): Promise<void> {
    try {
      const type = /^\s*([^;\s]*)/.exec(String(headers['content-type'] ?? ''))?.[1]?.toLowerCase();
      if (type === 'text/event-stream') return await this.readStream(body);
      if (type !== 'application/json') throw new ProviderFault('answer_invalid', statusCode);
      const text = await readAnswer(body, messageBytesMax);
      if (text === null) throw new ProviderFault('answer_too_large', statusCode);
      for (const message of readMessages(text)) this.onmessage?.(message);
    } finally {
      body.destroy();
    }
  }

  private async readStream(body: Dispatcher.ResponseData['body']): Promise<void> {
    const count = countMessages();
    for await (const data of readEvents(body as AsyncIterable<Buffer>, messageBytesMax)) {
      for (const message of readMessages(data)) {
        count();
        this.onmessage?.(message);
      }
    }
  }

  /**
   * Receives messages that the server sends on its own, such as changes of its tools. Stops if the server does not
   * offer this stream.
   */
  private async listen(): Promise<void> {
    while (!this.ending.signal.aborted) {
      try {
        await this.readAll(await this.ask('GET', this.ending.signal));
      } catch (error) {
        if (error instanceof RefusedByServer) return;
      }
      await this.rest();
    }
  }

  private rest(): Promise<void> {
    return new Promise((resolve) => {
      if (this.ending.signal.aborted) return resolve();
      const cancel = this.parts.clock.after(restMs, resolve);
      this.ending.signal.addEventListener('abort', () => (cancel(), resolve()), { once: true });
    });
  }
}
