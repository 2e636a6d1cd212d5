import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { fetch as dialledFetch, type Agent } from 'undici';
import type { AllowList } from '../../deliveries/carriers/webhook/address-rule.ts';
import { judgeTarget } from '../../deliveries/carriers/webhook/judge-target.ts';

/** Where a tool server is: at a URL, or in a program that is started for it. The environment is filled in already. */
export type McpAddress =
  | { readonly url: string }
  | { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };

/** A transport that has not been started. By URL it leads to permitted addresses only, and follows no redirect elsewhere. */
export function openTransport(address: McpAddress, dial: Agent, allow: AllowList): Transport {
  if ('command' in address) {
    const { command, args, env } = address;
    // Its log is its own: it may hold what it was given.
    return new StdioClientTransport({
      command,
      args: [...args],
      env: { ...getDefaultEnvironment(), ...env },
      stderr: 'ignore',
    });
  }
  const verdict = judgeTarget(address.url, allow);
  if (!verdict.ok) throw new Error('The URL of the tool server may not be dialled.');
  const fetch = ((url, init) => dialledFetch(url, { ...(init as object), dispatcher: dial })) as FetchLike;
  return new StreamableHTTPClientTransport(new URL(address.url), { fetch });
}
