import { Client, ProtocolError, ProtocolErrorCode, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Clock } from '../../../platform/time/clock.ts';
import { failed, type ToolArguments, type ToolOutcome } from '../tool.ts';
import { listTools, type ListedTool } from './mcp-list.ts';
import { RefusedByServer, type ToolServerTransport } from './mcp-message.ts';
import { mcpResult, outcomeOf } from './mcp-result.ts';
import { ProviderFault } from './provider-fault.ts';
import { DialError } from '../../../platform/dialing/dial-error.ts';

const connectMs = 20_000;
const callMs = 30_000;
/** After a failed connection attempt, calls fail at once for this time instead of waiting for another attempt. */
const restMs = 2_000;

export interface McpConnectionParts {
  readonly clock: Clock;
  open(): ToolServerTransport;
  /** Called with the server's tools after it connects and after it reports a change. */
  onTools(tools: readonly ListedTool[]): void;
}

/** An established connection. */
interface Link {
  readonly client: Client;
  readonly transport: ToolServerTransport;
}

/** The connection to one tool server. It connects on first use and reconnects after a loss. */
export class McpConnection {
  private readonly parts: McpConnectionParts;
  private link: Link | null = null;
  private connecting: Promise<Link> | null = null;
  /** A client that is still connecting. */
  private opening: Client | null = null;
  private refreshing = false;
  private tools: ReadonlyMap<string, ListedTool> = new Map();
  private downUntil = 0;
  /** Why the last attempt to connect failed: nothing is sent while the server rests. */
  private downWhy: unknown = null;
  private closed = false;

  constructor(parts: McpConnectionParts) {
    this.parts = parts;
  }

  /** Resolves when the server is connected; rejects if it cannot be reached. Concurrent callers share one attempt. */
  connect(): Promise<Link> {
    if (this.link) return Promise.resolve(this.link);
    if (this.closed || this.parts.clock.now() < this.downUntil)
      return Promise.reject(new Error('down', { cause: this.downWhy }));
    this.connecting ??= this.open().finally(() => {
      this.connecting = null;
    });
    return this.connecting;
  }

  /**
   * Calls a tool. Every answer and failure of the server becomes an outcome. `isAsGranted` is asked once the server is
   * connected, because a new connection reads a new list of tools.
   */
  async call(name: string, args: ToolArguments, signal: AbortSignal, isAsGranted: () => boolean): Promise<ToolOutcome> {
    for (let isSecond = false; ; isSecond = true) {
      let link: Link;
      try {
        link = await this.connect();
      } catch (error) {
        if (error instanceof ProviderFault) return faulty(error);
        return { ...failed({ code: 'provider_unavailable' }), unreached: !isSecond && isDialError(error) };
      }
      if (!isAsGranted()) return { ...failed({ code: 'tool_unavailable' }), redefined: true };
      const tool = this.tools.get(name);
      // Its answer would be a task, which this client does not follow.
      if (tool?.execution?.taskSupport === 'required') return answered(ProtocolErrorCode.InvalidRequest);
      try {
        const request = { method: 'tools/call', params: { name, arguments: args } };
        const result = await link.client.request(request, mcpResult, { signal, timeout: callMs });
        const breaksPromise = tool?.outputSchema && !result.structuredContent && !result.isError;
        return breaksPromise ? answered(ProtocolErrorCode.InvalidRequest) : outcomeOf(result);
      } catch (error) {
        const code = codeOf(error);
        if (code !== null && code !== closedCode) return answered(code);
        if (signal.aborted) throw error;
        if (error instanceof ProviderFault) return faulty(error);
        await this.drop(link);
        // The server no longer knows the session, so it has not run the call.
        if (!isSecond && error instanceof RefusedByServer && error.status === 404) continue;
        return link.transport.fault ? faulty(link.transport.fault) : failed({ code: 'provider_unavailable' });
      }
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.opening?.close().catch(() => undefined);
    await this.connecting?.catch(() => undefined);
    if (this.link) await this.drop(this.link);
  }

  private async open(): Promise<Link> {
    const { open, clock } = this.parts;
    const client = new Client(
      { name: 'parley', version: '1' },
      {
        listChanged: { tools: { autoRefresh: false, debounceMs: 1_000, onChanged: () => void this.refresh(client) } },
      },
    );
    client.onclose = () => this.forget(client);
    client.onerror = () => undefined;
    let transport: ToolServerTransport | null = null;
    this.opening = client;
    try {
      transport = open();
      await client.connect(transport, { timeout: connectMs });
      this.keep(await listTools(client, connectMs));
    } catch (error) {
      this.downUntil = clock.now() + restMs;
      this.downWhy = error;
      await client.close().catch(() => undefined);
      throw transport?.fault ?? error;
    } finally {
      this.opening = null;
    }
    this.link = { client, transport };
    return this.link;
  }

  private async refresh(client: Client): Promise<void> {
    if (this.refreshing) return;
    this.refreshing = true;
    const tools = await listTools(client, connectMs).catch(() => null);
    this.refreshing = false;
    if (tools) this.keep(tools);
  }

  private keep(tools: readonly ListedTool[]): void {
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.parts.onTools(tools);
  }

  private async drop({ client }: Link): Promise<void> {
    this.forget(client);
    await client.close().catch(() => undefined);
  }

  private forget(client: Client): void {
    if (this.link?.client === client) this.link = null;
  }
}

function faulty({ reason, status }: ProviderFault): ToolOutcome {
  return failed({ code: 'provider_error', status, reason });
}

/** A lost connection and a timeout. A server that stands before another says them with these codes. */
const closedCode = -32_000;
const lateCode = -32_001;

/** Returns the code of an error answer or of a timeout; null for any other error. */
function codeOf(error: unknown): number | null {
  if (error instanceof ProtocolError) return error.code;
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout ? lateCode : null;
}

/** Returns the outcome of an error. Its text is not passed on: it may quote the request. */
function answered(code: number): ToolOutcome {
  const why = code === lateCode ? { reason: 'timeout' } : { error: code };
  return failed({ code: 'provider_error', status: null, ...why });
}

/** Returns whether an error says that the address could not be connected to. */
function isDialError(error: unknown): boolean {
  if (error instanceof DialError) return true;
  return error instanceof Error && error.cause !== undefined && isDialError(error.cause);
}
