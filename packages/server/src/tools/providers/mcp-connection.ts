import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, McpError, type Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type { Clock } from '../../clock.ts';
import { failed, type ToolArguments, type ToolOutcome } from '../tool.ts';
import { outcomeOf } from './mcp-result.ts';

const connectMs = 20_000;
const callMs = 30_000;
/** After a failed attempt to connect the server counts as down for so long, so that a call does not wait for each. */
const restMs = 2_000;

export interface McpConnectionParts {
  readonly clock: Clock;
  open(): Transport;
  /** Called with the server's tools when it connects, and when it says that they changed. */
  onTools(tools: readonly ListedTool[]): void;
}

/** One tool server. It is connected when it is needed, and again when the connection was lost. */
export class McpConnection {
  private readonly parts: McpConnectionParts;
  private client: Client | null = null;
  private connecting: Promise<Client> | null = null;
  private downUntil = 0;
  private closed = false;

  constructor(parts: McpConnectionParts) {
    this.parts = parts;
  }

  /** Resolves when the server is connected; rejects where it cannot be. Those who ask at once share the attempt. */
  connect(): Promise<Client> {
    if (this.client) return Promise.resolve(this.client);
    if (this.closed || this.parts.clock.now() < this.downUntil) return Promise.reject(new Error('down'));
    this.connecting ??= this.open().finally(() => {
      this.connecting = null;
    });
    return this.connecting;
  }

  /** Calls a tool. Whatever the server does is an outcome. */
  async call(name: string, args: ToolArguments, signal: AbortSignal): Promise<ToolOutcome> {
    for (let isSecond = false; ; isSecond = true) {
      let client: Client;
      try {
        client = await this.connect();
      } catch {
        return failed({ code: 'provider_unavailable' });
      }
      try {
        const options = { signal, timeout: callMs };
        return outcomeOf(await client.callTool({ name, arguments: { ...args } }, undefined, options));
      } catch (error) {
        if (error instanceof McpError && error.code !== (ErrorCode.ConnectionClosed as number)) return answered(error);
        if (signal.aborted) throw error;
        await this.drop(client);
        // It knows our session no more, so it has not looked at the call.
        if (!isSecond && error instanceof StreamableHTTPError && error.code === 404) continue;
        return failed({ code: 'provider_unavailable' });
      }
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.connecting?.catch(() => undefined);
    if (this.client) await this.drop(this.client);
  }

  private async open(): Promise<Client> {
    const { open, onTools, clock } = this.parts;
    const client = new Client(
      { name: 'parley', version: '1' },
      { listChanged: { tools: { autoRefresh: false, onChanged: () => void this.refresh(client) } } },
    );
    client.onclose = () => this.forget(client);
    client.onerror = () => undefined;
    try {
      await client.connect(open(), { timeout: connectMs });
      onTools(await listTools(client));
    } catch (error) {
      this.downUntil = clock.now() + restMs;
      await client.close().catch(() => undefined);
      throw error;
    }
    this.client = client;
    return client;
  }

  private async refresh(client: Client): Promise<void> {
    const tools = await listTools(client).catch(() => null);
    if (tools) this.parts.onTools(tools);
  }

  private async drop(client: Client): Promise<void> {
    this.forget(client);
    await client.close().catch(() => undefined);
  }

  private forget(client: Client): void {
    if (this.client === client) this.client = null;
  }
}

/** An error that the server answered, or that it did not answer in time. Its text stays with us: it may quote the request. */
function answered({ code }: McpError): ToolOutcome {
  const isLate = code === (ErrorCode.RequestTimeout as number);
  return failed({ code: 'provider_error', status: null, ...(isLate ? { reason: 'timeout' } : { error: code }) });
}

const pagesMax = 100;

async function listTools(client: Client): Promise<ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page++) {
    const answer = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout: connectMs });
    tools.push(...answer.tools);
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}
