import { cleanLine, hasStrayCharacter, type ToolPolicy } from '@parley/protocol';
import type { Agent } from 'undici';
import { firstWithin } from '../../../platform/time/first-within.ts';
import type { App } from '../../../chat/conversations/app.ts';
import type { AllowList } from '../../../platform/settings/address-ranges.ts';
import type { Redact } from '../redact.ts';
import { compileValidator, slowSchema } from '../validate-arguments.ts';
import { defineTool } from '../define-tool.ts';
import type { ToolReach } from '../tool-reach.ts';
import { failed, type InputSchema, type Tool } from '../tool.ts';
import { actionOf } from './http-tool.ts';
import { McpConnection } from './mcp-connection.ts';
import type { ListedTool } from './mcp-list.ts';
import { openTransport, type McpAddress } from './mcp-transport.ts';

export interface McpServerParts extends Pick<App, 'clock' | 'log'> {
  readonly name: string;
  readonly address: McpAddress;
  readonly policy: ToolPolicy;
  readonly standing: boolean;
  /** The address as the tools file has it, without the values of variables. */
  readonly where: unknown;
  /** Called whenever a list of tools was read. */
  readonly onListed: () => void;
  /** Policies of single tools, by the server's names for them. */
  readonly policies: Readonly<Record<string, ToolPolicy>>;
  readonly reach: ToolReach;
  readonly dial: Agent;
  readonly allow: AllowList;
  readonly redact: Redact;
}

/** How long a request waits for a server that is still connecting. */
const patienceMs = 3_000;
/** How long `lookAhead` may compile schemas of listed tools in advance. */
const aheadMs = 1_000;

/** The longest tool name that an invocation may give. */
const nameMax = 200;
/** The longest description that the tools file allows. */
const descriptionMax = 2_000;

/** A server of the Model Context Protocol. Its tools are named `<server>.<tool>`. */
export class McpServer {
  private readonly parts: McpServerParts;
  private readonly connection: McpConnection;
  /** Null until the first connection succeeds. */
  private tools: Map<string, ListedTool> | null = null;
  /** The result for each listed tool that was examined; null if it cannot be offered. */
  private looked = new Map<ListedTool, Tool | null>();

  constructor(parts: McpServerParts) {
    this.parts = parts;
    this.connection = new McpConnection({
      clock: parts.clock,
      open: () => openTransport(parts.address, parts),
      onTools: (listed) => {
        this.tools = new Map(listed.map((tool) => [tool.name, tool]));
        this.looked = new Map();
        void this.lookAhead(listed);
        parts.onListed();
      },
    });
  }

  /** Connects in the background. If the server is down, the next use tries again. */
  start(): void {
    this.connection.connect().catch(() => this.parts.log.warn({ server: this.parts.name }, 'tool server is down'));
  }

  /**
   * Finds a tool by the server's name for it. Until the server has connected once, every name is accepted, and an
   * unknown one fails when it runs.
   */
  async find(toolName: string): Promise<Tool | null> {
    if (this.tools === null) await this.connectSoon();
    if (this.tools === null)
      return {
        ...this.toolOf({ name: toolName, inputSchema: { type: 'object' } }, () => null),
        definition: null,
      };
    const listed = this.tools.get(toolName);
    return listed ? this.look(listed) : null;
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  /** Waits for the connection for a moment. A failure counts as being down. */
  private async connectSoon(): Promise<void> {
    await firstWithin<unknown>(patienceMs, this.connection.connect(), undefined).catch(() => undefined);
  }

  /** Lists the server's tools with these scopes. Empty while the server is down. */
  async list(scopes: ReadonlySet<string>): Promise<Tool[]> {
    const beginning = `${scopePart(this.parts.name)}.`;
    if (![...scopes].some((scope) => scope.startsWith(beginning))) return [];
    if (this.tools === null) await this.connectSoon();
    const listed = [...(this.tools?.values() ?? [])].filter(({ name }) => scopes.has(this.scopeOf(name)));
    return listed.flatMap((tool) => this.look(tool) ?? []).filter(({ name }) => name.length <= nameMax);
  }

  get reach(): ToolReach {
    return this.parts.reach;
  }

  private isDefined(toolName: string, definition: Buffer): boolean {
    const listed = this.tools?.get(toolName);
    return listed !== undefined && this.look(listed)?.definition?.equals(definition) === true;
  }

  private scopeOf(toolName: string): string {
    return `${scopePart(this.parts.name)}.${scopePart(toolName)}`;
  }

  private toolOf({ name, description = '', inputSchema, annotations }: ListedTool, validate: Tool['validate']): Tool {
    const { parts } = this;
    const fullName = `${parts.name}.${name}`;
    const said = String(parts.redact(description));
    const scope = this.scopeOf(name);
    const policy = Object.hasOwn(parts.policies, name) ? (parts.policies[name] as ToolPolicy) : parts.policy;
    const schema = parts.redact(inputSchema) as InputSchema;
    const { standing, where } = parts;
    return {
      name: fullName,
      scope,
      standing,
      definition: defineTool({ scope, policy, standing, inputSchema: schema, where }),
      description: cleanLine(said.slice(0, descriptionMax)),
      inputSchema: schema,
      policy,
      kind: 'tool_invocation',
      reach: parts.reach,
      repeatable: annotations?.readOnlyHint === true || annotations?.idempotentHint === true,
      validate,
      action: (_args, agentName) => actionOf(agentName, fullName, said),
      coinAmount: () => null,
      runs: {
        where: 'outside',
        run: async ({ arguments: args, definition }, signal) => {
          const isAsGranted = () => definition === null || this.isDefined(name, definition);
          const outcome = await this.connection.call(name, args, signal, isAsGranted);
          const { succeeded, content, unreached, redefined } = outcome;
          if (redefined) return outcome;
          // The connection that this call opened may have shown that the tool does not exist.
          if (this.tools !== null && !this.tools.has(name)) return failed({ code: 'tool_unavailable' });
          return { succeeded, content: parts.redact(content), ...(unreached && { unreached }) };
        },
      },
    };
  }

  /**
   * Examines listed tools soon after the connection, so that the log reports unusable ones early. The rest are examined
   * when they are asked for.
   */
  private async lookAhead(listed: readonly ListedTool[]): Promise<void> {
    const { tools } = this;
    let spentMs = 0;
    for (const tool of listed) {
      if (spentMs > aheadMs || this.tools !== tools) return;
      await new Promise((resolve) => setImmediate(resolve));
      const begun = performance.now();
      this.look(tool);
      spentMs += performance.now() - begun;
    }
  }

  /** Returns a listed tool, or null if its name or schema cannot be used. */
  private look(listed: ListedTool): Tool | null {
    const known = this.looked.get(listed);
    if (known !== undefined) return known;
    const name = `${this.parts.name}.${cleanLine(listed.name.slice(0, 200))}`;
    let tool: Tool | null = null;
    try {
      if (listed.name.length > 200 || hasStrayCharacter(listed.name)) throw new Error('Its name cannot be shown.');
      const onSlow = () => this.parts.log.warn({ tool: name }, slowSchema);
      tool = this.toolOf(listed, compileValidator(listed.inputSchema, onSlow));
    } catch (error) {
      const reason = String(this.parts.redact(error instanceof Error ? error.message : 'unknown')).slice(0, 300);
      this.parts.log.warn({ tool: name, reason }, 'tool skipped: unusable input schema');
    }
    this.looked.set(listed, tool);
    return tool;
  }
}

/**
 * Converts a name to a part of a scope: lower case, `_` for other characters, and a letter first. `getWeather` becomes
 * `getweather`, `list-files` `list_files`, `2fa` `t_2fa`.
 */
export function scopePart(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_');
  return /^[a-z]/.test(plain) ? plain : `t_${plain}`;
}
