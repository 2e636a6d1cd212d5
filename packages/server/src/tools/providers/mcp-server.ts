import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type { ToolPolicy } from '@parley/protocol';
import type { Agent } from 'undici';
import type { App } from '../../app.ts';
import type { AllowList } from '../../deliveries/carriers/webhook/address-rule.ts';
import type { Blot } from '../blot.ts';
import { compileJudge } from '../judge-arguments.ts';
import { failed, type Tool } from '../tool.ts';
import { actionOf } from './http-tool.ts';
import { McpConnection } from './mcp-connection.ts';
import { openTransport, type McpAddress } from './mcp-transport.ts';

export interface McpServerParts extends Pick<App, 'clock' | 'log'> {
  readonly name: string;
  readonly address: McpAddress;
  readonly policy: ToolPolicy;
  /** Policies of single tools, by the names that the server gives them. */
  readonly policies: Readonly<Record<string, ToolPolicy>>;
  readonly dial: Agent;
  readonly allow: AllowList;
  readonly blot: Blot;
}

/** How long a request waits for a server that is just being connected. */
const patienceMs = 3_000;

/** A server of the Model Context Protocol. Its tools are named `<server>.<tool>`. */
export class McpServer {
  private readonly parts: McpServerParts;
  private readonly connection: McpConnection;
  /** Null until the server has been connected once. */
  private tools: Map<string, Tool> | null = null;

  constructor(parts: McpServerParts) {
    this.parts = parts;
    this.connection = new McpConnection({
      clock: parts.clock,
      open: () => openTransport(parts.address, parts.dial, parts.allow),
      onTools: (listed) => {
        this.tools = new Map(listed.map((tool) => [tool.name, this.toolOf(tool)]));
      },
    });
  }

  /** Connects in the background; a server that is down is tried again when it is needed. */
  start(): void {
    this.connection.connect().catch(() => this.parts.log.warn({ server: this.parts.name }, 'a tool server is down'));
  }

  /** The tool that the server calls so. While the server has never answered, every name may be one, and fails when it runs. */
  async find(toolName: string): Promise<Tool | null> {
    if (this.tools === null) await within(patienceMs, this.connection.connect());
    if (this.tools === null) return this.toolOf({ name: toolName, inputSchema: { type: 'object' } });
    return this.tools.get(toolName) ?? null;
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  private toolOf({ name, description = '', inputSchema, annotations }: ListedTool): Tool {
    const { parts } = this;
    const fullName = `${parts.name}.${name}`;
    return {
      name: fullName,
      scope: `${scopePart(parts.name)}.${scopePart(name)}`,
      policy: Object.hasOwn(parts.policies, name) ? (parts.policies[name] as ToolPolicy) : parts.policy,
      kind: 'tool_invocation',
      repeatable: annotations?.readOnlyHint === true || annotations?.idempotentHint === true,
      judge: this.judgeOf(fullName, inputSchema),
      action: (_args, agentName) => actionOf(agentName, fullName, description),
      coinAmount: () => null,
      runs: {
        where: 'outside',
        run: async (call, signal) => {
          const { succeeded, content } = await this.connection.call(name, call.arguments, signal);
          // Connecting may have shown only now that there is no such tool.
          if (this.tools !== null && !this.tools.has(name)) return failed({ code: 'tool_unavailable' });
          return { succeeded, content: parts.blot(content) };
        },
      },
    };
  }

  /** A schema that cannot be compiled leaves the judging to the server, which does it anyway. */
  private judgeOf(tool: string, schema: Readonly<Record<string, unknown>>): Tool['judge'] {
    try {
      return compileJudge(schema);
    } catch {
      this.parts.log.warn({ tool }, 'the input schema of a tool cannot be read; its server judges alone');
      return () => null;
    }
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
