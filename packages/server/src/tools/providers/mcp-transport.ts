import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Agent } from 'undici';
import type { Clock } from '../../time/clock.ts';
import type { AllowList } from '../../settings/address-ranges.ts';
import { authorizeTarget } from '../../carriers/webhook/authorize-target.ts';
import { McpHttp } from './mcp-http.ts';
import type { ToolServerTransport } from './mcp-message.ts';
import { McpStdio, type McpProgram } from './mcp-stdio.ts';

/** Where a tool server is: at a URL, or in a program that is started for it. The environment is filled in already. */
export type McpAddress = { readonly url: string } | McpProgram;

/** A transport that has not been started. By URL it leads to permitted addresses only, and follows no redirect. */
export function openTransport(
  address: McpAddress,
  { dial, allow, clock }: { readonly dial: Agent; readonly allow: AllowList; readonly clock: Clock },
): ToolServerTransport {
  if ('command' in address) {
    return new McpStdio({ ...address, env: { ...getDefaultEnvironment(), ...address.env } }, clock);
  }
  if (!authorizeTarget(address.url, allow).ok) throw new Error('The URL of the tool server may not be dialled.');
  return new McpHttp({ url: new URL(address.url), dial, clock });
}
