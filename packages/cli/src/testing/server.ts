import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Json = ReturnType<typeof JSON.parse>;

/** A real server in a process of its own, and a person with a token. */
export interface RealServer {
  readonly baseUrl: string;
  readonly handle: string;
  /** The environment of the command line: the server, the token, and a HOME of its own. */
  readonly env: Readonly<Record<'PARLEY_BASE_URL' | 'PARLEY_TOKEN' | 'HOME', string>>;
  /** One request of the person. */
  call(method: string, path: string, body?: unknown): Promise<Json>;
  /** Signs another person up. */
  signUp(displayName: string): Promise<OtherPerson>;
  stop(): Promise<void>;
}

/** Another person of the server. */
export interface OtherPerson extends Pick<RealServer, 'handle' | 'call'> {
  readonly userId: string;
}

/** A port of this machine on which nothing listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

export const freshHandle = (start: string): string => `${start}${randomBytes(6).toString('hex')}`;

/** A folder that is gone when `remove` was called. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'parley-cli-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export async function startRealServer(): Promise<RealServer> {
  const folder = await temporaryFolder();
  const child = spawnServer(join(folder.path, 'data'));
  const baseUrl = await ready(child);
  const { handle, call } = await signUp(baseUrl, 'Ada');
  const { token } = await call('POST', '/v1/tokens', { name: 'CLI' });
  return {
    baseUrl,
    handle,
    env: { PARLEY_BASE_URL: baseUrl, PARLEY_TOKEN: token, HOME: folder.path },
    call,
    signUp: (displayName) => signUp(baseUrl, displayName),
    async stop() {
      const over = once(child, 'exit');
      child.kill('SIGTERM');
      await over;
      await folder.remove();
    },
  };
}

async function signUp(baseUrl: string, displayName: string): Promise<OtherPerson> {
  const handle = freshHandle('p');
  const profile = { handle, displayName, password: 'correct horse battery' };
  const { json, cookie } = await send(baseUrl, '', 'POST', '/v1/users', profile);
  return {
    handle,
    userId: json.item.userId,
    call: async (method, path, body) => (await send(baseUrl, cookie, method, path, body)).json,
  };
}

function spawnServer(dataDir: string) {
  // The bundle that the run of tests made of its sources.
  return spawn(process.execPath, [process.env['PARLEY_TEST_SERVER'] ?? ''], {
    env: {
      PATH: process.env['PATH'],
      PARLEY_PORT: '0',
      PARLEY_DATA_DIR: dataDir,
      PARLEY_DEMO: '0',
      PARLEY_RATE_LIMIT: 'off',
    },
  });
}

/** Where it listens, once it does. */
async function ready(child: ReturnType<typeof spawnServer>): Promise<string> {
  let said = '';
  return new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const [, baseUrl] = /Parley is ready at (\S+) \(version/.exec(said) ?? [];
        if (baseUrl !== undefined) resolve(baseUrl);
      });
    }
    child.once('exit', () => reject(new Error(`The server ended:\n${said}`)));
  });
}

async function send(baseUrl: string, cookie: string, method: string, path: string, body?: unknown) {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
  const json: Json = text === '' ? undefined : JSON.parse(text);
  return { json, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

/** Makes a folder below another one in which the packages of this repository are installed. */
export async function folderWithPackages(parent: string, name: string): Promise<string> {
  const folder = join(parent, name);
  await mkdir(folder);
  await symlink(fileURLToPath(new URL('../../../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  return folder;
}
