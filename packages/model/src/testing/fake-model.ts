import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as the API takes it. */
export interface SentMessage {
  readonly role: 'assistant' | 'system' | 'tool' | 'user';
  readonly content: string | readonly Record<string, unknown>[] | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** A request as it came. */
export interface SentRequest {
  readonly model: string;
  readonly messages: readonly SentMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly tool_choice?: string;
  readonly stream: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
}

/** One answer: it writes into the response, and ends it or not. */
export type FakeAnswer = (response: ServerResponse, request: SentRequest) => void | Promise<void>;

/** An OpenAI-compatible API in this process, with answers that a test gives. It refuses what the real one refuses. */
export class FakeModel {
  /** Answers to come; the last one stays. */
  readonly answers: FakeAnswer[] = [];
  readonly requests: SentRequest[] = [];
  models: readonly string[] | null = ['tiny'];
  /** What the list says of a model beside its name, such as prices. */
  details: Readonly<Record<string, object>> = {};
  key: string | null = null;
  /** How many responses the client closed before their end. */
  closedEarly = 0;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.key !== null && request.headers.authorization !== `Bearer ${this.key}`) {
      const shown = request.headers.authorization?.slice('Bearer '.length) ?? '';
      return refuses(401, `Incorrect API key provided: ${shown}.`, 'invalid_api_key')(response);
    }
    if (request.url === '/v1/models' && this.models !== null) {
      const data = this.models.map((id) => ({
        id,
        object: 'model',
        created: 1,
        owned_by: 'nobody',
        ...this.details[id],
      }));
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ object: 'list', data }));
    }
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return void response.writeHead(404).end('not here');
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as SentRequest;
    this.requests.push(body);
    if (this.models !== null && !this.models.includes(body.model)) {
      return refuses(404, `The model \`${body.model}\` does not exist.`, 'model_not_found')(response);
    }
    const fault = faultIn(body);
    if (fault !== null) return refuses(400, fault, 'invalid_request_error')(response);
    response.once('close', () => {
      if (!response.writableEnded) this.closedEarly += 1;
    });
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    await answer?.(response, body);
  }
}

/** Each call has to be answered before the next words, as the real API demands. */
function faultIn({ messages }: SentRequest): string | null {
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id ?? '')) return "messages with role 'tool' must follow 'tool_calls'";
    } else if (open.size > 0) return 'An assistant message with tool_calls must be followed by tool messages';
    if (message.tool_calls) open = new Set(message.tool_calls.map(({ id }) => id));
  }
  return open.size > 0 ? 'An assistant message with tool_calls must be followed by tool messages' : null;
}

interface Call {
  readonly name: string;
  readonly args: object;
}

const chunk = (model: string, choices: readonly object[], more: object = {}) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices, ...more })}\n\n`;

function begin(response: ServerResponse, { model }: SentRequest, deltas: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const write = (delta: object) => response.write(chunk(model, [{ index: 0, delta, finish_reason: null }]));
  write({ role: 'assistant', content: '' });
  for (const content of deltas) write({ content });
}

function end(response: ServerResponse, request: SentRequest, reason: string): void {
  const { model } = request;
  response.write(chunk(model, [{ index: 0, delta: {}, finish_reason: reason }]));
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
  if (request.stream_options?.include_usage) response.write(chunk(model, [], { usage }));
  response.end('data: [DONE]\n\n');
}

/** An answer of words. */
export const says =
  (...deltas: readonly string[]): FakeAnswer =>
  (response, request) => {
    begin(response, request, deltas);
    end(response, request, 'stop');
  };

/** An answer that ends for another reason than its end, such as `length`. */
export const endsBy =
  (reason: string, ...deltas: readonly string[]): FakeAnswer =>
  (response, request) => {
    begin(response, request, deltas);
    end(response, request, reason);
  };

let calls = 0;

/** Words and calls side by side, their arguments in pieces that interleave. */
export const wants =
  (wanted: readonly Call[], ...deltas: readonly string[]): FakeAnswer =>
  (response, request) => {
    begin(response, request, deltas);
    const write = (tool_calls: readonly object[]) =>
      response.write(chunk(request.model, [{ index: 0, delta: { tool_calls }, finish_reason: null }]));
    wanted.forEach(({ name }, index) =>
      write([{ index, id: `call_${(calls += 1)}`, type: 'function', function: { name, arguments: '' } }]),
    );
    for (const half of [0, 1]) {
      wanted.forEach(({ args }, index) => {
        const text = JSON.stringify(args);
        const middle = Math.floor(text.length / 2);
        write([{ index, function: { arguments: half === 0 ? text.slice(0, middle) : text.slice(middle) } }]);
      });
    }
    end(response, request, 'tool_calls');
  };

/** A refusal in the form of the API. */
export const refuses =
  (status: number, message: string, code: string, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    const error = { message, type: 'invalid_request_error', param: null, code };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error }));
  };

/** Words, and then an error within the stream. */
export const failsAfter =
  (message: string, ...deltas: readonly string[]): FakeAnswer =>
  (response, request) => {
    begin(response, request, deltas);
    response.end(`data: ${JSON.stringify({ error: { message, type: 'server_error', code: 500 } })}\n\n`);
  };

/** Words, and then a connection that breaks. */
export const breaksAfter =
  (...deltas: readonly string[]): FakeAnswer =>
  async (response, request) => {
    begin(response, request, deltas);
    await new Promise((resolve) => setTimeout(resolve, 20));
    response.destroy();
  };

/** Words, and then nothing more until the client closes. */
export const hangsAfter =
  (...deltas: readonly string[]): FakeAnswer =>
  (response, request) =>
    begin(response, request, deltas);
