import type { Agent } from 'undici';
import type { App } from '../../chat/conversations/app.ts';
import { parseAllowList } from '../../platform/settings/address-ranges.ts';
import { createDial } from '../../platform/dialing/dial.ts';
import { createRedact } from './redact.ts';
import { httpTool } from './providers/http-tool.ts';
import { validateUrlTemplate } from './providers/http-url.ts';
import { McpServer } from './providers/mcp-server.ts';
import type { McpAddress } from './providers/mcp-transport.ts';
import { fill, readTemplate, type Template } from './template.ts';
import type { Tool } from './tool.ts';
import {
  reachOf,
  readToolsFile,
  ToolsFileError,
  type HttpToolEntry,
  type McpServerEntry,
  type ToolsFile,
} from './tools-file.ts';

export interface OperatorTools {
  readonly tools: readonly Tool[];
  readonly servers: ReadonlyMap<string, McpServer>;
  /** Null if no tool needs a connection. */
  readonly dial: Agent | null;
}

const dialMs = 10_000;
const connectionsPerOrigin = 16;

/**
 * Loads the tools of `PARLEY_TOOLS_FILE` and fills in the environment. Throws a `ToolsFileError` that names the place
 * of a mistake.
 */
export function loadOperatorTools(
  { config, clock, log }: Pick<App, 'config' | 'clock' | 'log'>,
  taken: readonly string[],
  onListed: () => void,
): OperatorTools {
  const path = config.toolsFile;
  if (path === null) return { tools: [], servers: new Map(), dial: null };
  const file = readToolsFile(path);
  validateNames(path, file, taken);

  warnOfOpenTools(config, log, file);
  const secrets = new Set<string>();
  const read = (place: string, text: string, fields: boolean): Template =>
    at(path, place, () =>
      readTemplate(text, { variable: config.variable, secret: (value) => secrets.add(value), fields }),
    );
  const requests = file.tools.map((entry, index) => readRequest(path, `/tools/${index}`, entry, read));
  const addresses = file.mcp.map((entry, index) => readAddress(`/mcp/${index}`, entry, read));

  const allow = parseAllowList(config.webhookAllow);
  const dial = createDial({ allow, timeoutMs: dialMs, maxConnectionsPerOrigin: connectionsPerOrigin });
  const parts = { clock, log, allow, dial, redact: createRedact(secrets) };
  return {
    dial,
    tools: requests.map((request, index) =>
      at(path, `/tools/${index}/input_schema`, () => httpTool({ ...parts, ...request })),
    ),
    servers: new Map(
      file.mcp.map((entry, index) => [
        entry.name,
        new McpServer({
          ...parts,
          name: entry.name,
          policy: entry.policy,
          policies: entry.tools,
          standing: entry.standing,
          where: whereOf(entry),
          onListed,
          reach: reachOf(entry),
          address: addresses[index] as McpAddress,
        }),
      ]),
    ),
  };
}

/**
 * With open sign-up anyone can register an agent, so anyone can use a tool that is not restricted to people or agents.
 */
function warnOfOpenTools({ signup }: App['config'], log: App['log'], { tools, mcp }: ToolsFile): void {
  if (signup !== 'open') return;
  const isOpen = (entry: HttpToolEntry | McpServerEntry): boolean =>
    entry.people === undefined && entry.agents === undefined;
  const names = [
    ...tools.filter((entry) => isOpen(entry) && entry.policy !== 'deny').map(({ name }) => name),
    ...mcp
      .filter((entry) => isOpen(entry) && [entry.policy, ...Object.values(entry.tools)].some((one) => one !== 'deny'))
      .map(({ name }) => `${name}.*`),
  ];
  if (names.length === 0) return;
  log.warn(
    { tools: names },
    'sign-up is open, so anyone can use these tools with an agent of their own; ' +
      'name people or agents for each in the tools file, or set PARLEY_SIGNUP=closed',
  );
}

/** Returns the address of a tool server without the values of variables. */
function whereOf(entry: McpServerEntry): unknown {
  return 'url' in entry
    ? { name: entry.name, url: entry.url }
    : { name: entry.name, command: entry.command, args: entry.args };
}

type ReadPlace = (place: string, text: string, fields: boolean) => Template;

function readRequest(path: string, place: string, entry: HttpToolEntry, read: ReadPlace) {
  const url = read(`${place}/http/url`, entry.http.url, true);
  at(path, `${place}/http/url`, () => validateUrlTemplate(url));
  const headers = Object.entries(entry.http.headers).map(([name, text]): [string, Template] => {
    const where = `${place}/http/headers/${name}`;
    const value = read(where, text, false);
    at(path, where, () =>
      validateHeader(
        name,
        fill(value, () => ''),
      ),
    );
    return [name, value];
  });
  return { entry, url, headers: Object.fromEntries(headers) };
}

function readAddress(place: string, entry: McpServerEntry, read: ReadPlace): McpAddress {
  const text = (where: string, template: string) => fill(read(`${place}/${where}`, template, false), () => '');
  if ('url' in entry) return { url: text('url', entry.url) };
  return {
    command: entry.command,
    args: entry.args,
    env: Object.fromEntries(Object.entries(entry.env).map(([name, value]) => [name, text(`env/${name}`, value)])),
  };
}

/**
 * Checks that tool names are unique. The names of a tool server's tools begin with the server's name and a dot, so that
 * prefix must be unique too.
 */
function validateNames(path: string, { tools, mcp }: ToolsFile, taken: readonly string[]): void {
  const names = new Set(taken);
  const beginnings = new Set(taken.map((name) => name.split('.')[0]));
  for (const [index, { name }] of mcp.entries()) {
    if (beginnings.has(name)) throw new ToolsFileError(path, `/mcp/${index}/name`, `the name ${name} is taken.`);
    beginnings.add(name);
  }
  const servers = new Set(mcp.map(({ name }) => name));
  for (const [index, { name }] of tools.entries()) {
    if (names.has(name) || servers.has(name.split('.')[0] ?? ''))
      throw new ToolsFileError(path, `/tools/${index}/name`, `the name ${name} is taken.`);
    names.add(name);
  }
}

const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'keep-alive'];

function validateHeader(name: string, value: string): void {
  if (ownHeaders.includes(name.toLowerCase())) throw new Error('This header is written by Parley itself.');
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw new Error('The value holds a character that no header takes.');
}

function at<T>(file: string, place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ToolsFileError(file, place, error instanceof Error ? error.message : 'it cannot be used.');
  }
}
