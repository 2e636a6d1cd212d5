import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { keepDevSession } from '../api/dev-session.ts';
import { exitCodes, Failure, usage } from '../failure.ts';
import { loadTestingPackage } from './testing-package.ts';

/** A server on this machine for as long as `parley dev` runs, and a person who is signed in to it. */
export interface DevServer {
  readonly baseUrl: string;
  readonly token: string;
  /** Opening it signs the browser in as the same person. */
  readonly link: string;
  stop(): Promise<void>;
}

/** What is used of `@parley/testing/server`. */
interface ServerPackage {
  startLocalServer(options: { dataDir: string; port: number; demo: boolean }): Promise<{
    readonly baseUrl: string;
    readonly demoUrl: string | null;
    stop(): Promise<void>;
  }>;
}

const usualPort = 4600;
const noServer = {
  message: 'No server was named, and @parley/testing, which brings one, is not installed.',
  hint: 'Set PARLEY_BASE_URL (and PARLEY_TOKEN) to a server that runs, or npm install --save-dev @parley/testing. Without a package.json: npx -p @parley/cli -p @parley/testing parley dev.',
};

/**
 * Starts the server that `@parley/testing` brings; it keeps all in `.parley`.
 *
 * @param home Where its token is kept for other verbs in the same folder.
 * @param wanted The port it has to have; null for the usual one or, where that is taken, a free one.
 */
export async function startDevServer(folder: string, home: string, wanted: number | null): Promise<DevServer> {
  const { startLocalServer } = await loadTestingPackage<ServerPackage>(folder, '@parley/testing/server', noServer);
  const port = await portFor(wanted);
  const dataDir = join(folder, '.parley');
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, '.gitignore'), '*\n');
  const server = await startLocalServer({ dataDir, port, demo: true }).catch((error: unknown) => {
    throw inUse(error) ?? error;
  });
  try {
    const { baseUrl } = server;
    const link = server.demoUrl ?? baseUrl;
    const token = await tokenOf(baseUrl, link);
    const forget = await keepDevSession(home, folder, { baseUrl, token });
    const stop = async () => {
      await forget();
      await server.stop();
    };
    return { baseUrl, token, link, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The folder's lock says who has it; null for any other error. */
function inUse(error: unknown): Failure | null {
  if (!(error instanceof Error) || !error.message.includes('is in use by another server')) return null;
  return new Failure({
    code: 'folder_in_use',
    message: error.message,
    hint: 'Only one parley dev runs in a folder. End that one, or run this one in another folder.',
    exitCode: exitCodes.fault,
  });
}

async function portFor(wanted: number | null): Promise<number> {
  const port = wanted ?? usualPort;
  const state = await tryPort(port);
  if (state === 'free') return port;
  if (wanted === null) return 0;
  const hint = 'Name another one, or leave out --port to have a free one found.';
  if (state === 'taken') throw usage('port_taken', `Nothing can listen on port ${port} of this machine.`, hint);
  const why = `Port ${port} belongs to another protocol, so browsers and fetch refuse to open it.`;
  throw usage('port_blocked', why, hint);
}

/**
 * Tries a port before the server starts: a server that cannot listen has locked its folder by then, and one that fetch does not reach waits
 * for its demo agent forever.
 */
function tryPort(port: number): Promise<'free' | 'taken' | 'blocked'> {
  const probe = createServer((_, response) => response.setHeader('connection', 'close').end());
  return new Promise((resolve) => {
    probe.once('error', () => resolve('taken'));
    probe.listen(port, '127.0.0.1', () => {
      const close = (state: 'free' | 'blocked') => probe.close(() => resolve(state));
      fetch(`http://127.0.0.1:${port}/`).then(
        () => close('free'),
        () => close('blocked'),
      );
    });
  });
}

/** Signs in by the link, which sets a cookie, and makes a token for a day. */
async function tokenOf(baseUrl: string, link: string): Promise<string> {
  const signedIn = await fetch(link, { redirect: 'manual' });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const response = await fetch(`${baseUrl}/v1/tokens`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'parley dev', expiresInDays: 1 }),
  });
  const { token } = (await response.json()) as { readonly token?: string };
  if (token === undefined)
    throw new Error(`The server that was started gave no token: it answered ${response.status}.`);
  return token;
}
