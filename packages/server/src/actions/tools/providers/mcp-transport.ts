import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import type { Agent } from 'undici';
import type { Clock } from '../../../platform/time/clock.ts';
import type { AllowList } from '../../../platform/settings/address-ranges.ts';
import { authorizeTarget } from '../../../platform/dialing/authorize-target.ts';
import { McpHttp } from './mcp-http.ts';
import type { ToolServerTransport } from './mcp-message.ts';
import { McpStdio, type McpProgram } from './mcp-stdio.ts';

/** Address of a tool server: a URL, or a program to start. The environment is already filled in. */
export type McpAddress = { readonly url: string } | McpProgram;

/**
 * Creates a transport that is not started yet. A URL transport reaches permitted addresses only and follows no
 * redirect. Throws if the URL is not permitted.
 */
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
