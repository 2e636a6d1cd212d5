import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { cleanLine, hasStrayCharacter, type ToolPolicy } from '@parley/protocol';
import type { Agent } from 'undici';
import type { App } from '../../conversations/app.ts';
import type { AllowList } from '../../settings/address-ranges.ts';
import type { Redact } from '../redact.ts';
import { compileValidator, slowSchema } from '../validate-arguments.ts';
import type { ToolReach } from '../tool-reach.ts';
import { failed, type InputSchema, type Tool } from '../tool.ts';
import { actionOf } from './http-tool.ts';
import { McpConnection } from './mcp-connection.ts';
import { openTransport, type McpAddress } from './mcp-transport.ts';

export interface McpServerParts extends Pick<App, 'clock' | 'log'> {
  readonly name: string;
  readonly address: McpAddress;
  readonly policy: ToolPolicy;
  /** Policies of single tools, by the names that the server gives them. */
  readonly policies: Readonly<Record<string, ToolPolicy>>;
  readonly reach: ToolReach;
  readonly dial: Agent;
  readonly allow: AllowList;
  readonly redact: Redact;
}

/** How long a request waits for a server that is just being connected. */
const patienceMs = 3_000;
/** So much of the server's time goes into the tools that nobody has asked for yet. */
const aheadMs = 1_000;

/** As long as a name in an invocation may be. */
const nameMax = 200;
/** As long as that of a tool of the operator's own may be. */
const descriptionMax = 2_000;

/** A server of the Model Context Protocol. Its tools are named `<server>.<tool>`. */
export class McpServer {
  private readonly parts: McpServerParts;
  private readonly connection: McpConnection;
  /** Null until the server has been connected once. */
  private tools: Map<string, ListedTool> | null = null;
  /** What came of each, once it was looked at; null where it cannot be offered. */
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
      },
    });
  }

  /** Connects in the background; a server that is down is tried again when it is needed. */
  start(): void {
    this.connection.connect().catch(() => this.parts.log.warn({ server: this.parts.name }, 'tool server is down'));
  }

  /** The tool that the server calls so. While the server has never answered, every name may be one, and fails when it runs. */
  async find(toolName: string): Promise<Tool | null> {
    if (this.tools === null) await within(patienceMs, this.connection.connect());
    if (this.tools === null) return this.toolOf({ name: toolName, inputSchema: { type: 'object' } }, () => null);
    const listed = this.tools.get(toolName);
    return listed ? this.look(listed) : null;
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  /** The tools that the server lists of these scopes; none while it is down. */
  async list(scopes: ReadonlySet<string>): Promise<Tool[]> {
    const beginning = `${scopePart(this.parts.name)}.`;
    if (![...scopes].some((scope) => scope.startsWith(beginning))) return [];
    if (this.tools === null) await within(patienceMs, this.connection.connect());
    const listed = [...(this.tools?.values() ?? [])].filter(({ name }) => scopes.has(this.scopeOf(name)));
    return listed.flatMap((tool) => this.look(tool) ?? []).filter(({ name }) => name.length <= nameMax);
  }

  get reach(): ToolReach {
    return this.parts.reach;
  }

  private scopeOf(toolName: string): string {
    return `${scopePart(this.parts.name)}.${scopePart(toolName)}`;
  }

  private toolOf({ name, description = '', inputSchema, annotations }: ListedTool, judge: Tool['judge']): Tool {
    const { parts } = this;
    const fullName = `${parts.name}.${name}`;
    const said = String(parts.redact(description));
    return {
      name: fullName,
      scope: this.scopeOf(name),
      description: cleanLine(said.slice(0, descriptionMax)),
      inputSchema: parts.redact(inputSchema) as InputSchema,
      policy: Object.hasOwn(parts.policies, name) ? (parts.policies[name] as ToolPolicy) : parts.policy,
      kind: 'tool_invocation',
      reach: parts.reach,
      repeatable: annotations?.readOnlyHint === true || annotations?.idempotentHint === true,
      judge,
      action: (_args, agentName) => actionOf(agentName, fullName, said),
      coinAmount: () => null,
      runs: {
        where: 'outside',
        run: async (call, signal) => {
          const { succeeded, content } = await this.connection.call(name, call.arguments, signal);
          // Connecting may have shown only now that there is no such tool.
          if (this.tools !== null && !this.tools.has(name)) return failed({ code: 'tool_unavailable' });
          return { succeeded, content: parts.redact(content) };
        },
      },
    };
  }

  /** Whatever a server lists is looked at soon, so that its operator hears what cannot be offered; the rest when it is asked for. */
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

  /** A tool that a server lists, or null where its name or its schema is nothing to offer. */
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
 * A name as a part of a scope: in lower case, with `_` for whatever a scope does not take, and a letter in front. `getWeather` is
 * `getweather`, `list-files` is `list_files`, `2fa` is `t_2fa`.
 */
export function scopePart(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_');
  return /^[a-z]/.test(plain) ? plain : `t_${plain}`;
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), timeUp]);
  clearTimeout(timer);
}
