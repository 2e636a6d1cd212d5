import { signWith, importSecret, writeAuthorization, agentSignatureHeader, addressOf } from '@parley/protocol/agent';
import type { Client } from '../api/client.ts';
import { Failure } from '../failure.ts';
import { passed, faulty, type Check } from './check.ts';
import { checkReady } from './check-ready.ts';
import type { Credentials } from './credentials.ts';

/** A clock that is off by so much has signatures refused. */
const toleranceSeconds = 300;
const timeoutMs = 10_000;

/** Whether the server is there and ready, what the time is there, whose the token is, and whether the agent's credential counts. */
export async function checkServer(client: Client, credentials: Credentials | null): Promise<Check[]> {
  const server = await checkProcess(client.baseUrl);
  if (!server.every(({ ok }) => ok)) return server;
  const checks = [...server, await checkToken(client)];
  return credentials === null ? checks : [...checks, await checkCredentials(client.baseUrl, credentials)];
}

async function checkProcess(baseUrl: string): Promise<Check[]> {
  let response: Response;
  try {
    response = await fetch(`${baseUrl}/readyz`, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    return [
      faulty(
        'server',
        `Nothing answers at ${baseUrl}: check PARLEY_BASE_URL (or --base-url), and that the server runs.`,
      ),
    ];
  }
  const ready = await checkReady(`${baseUrl}/readyz`, response);
  const date = Date.parse(response.headers.get('date') ?? '');
  const offSeconds = Number.isNaN(date) ? 0 : Math.round(Math.abs(date - Date.now()) / 1000);
  const clock =
    offSeconds < toleranceSeconds / 2
      ? passed('clock')
      : faulty(
          'clock',
          `This clock and that of the server are ${offSeconds} seconds apart: set it, since 300 are too many.`,
        );
  return [ready, clock];
}

async function checkToken(client: Client): Promise<Check> {
  if (client.token === undefined) {
    return passed(
      'token',
      'No token was given, so nothing was asked as a person: run parley login, or set PARLEY_TOKEN.',
    );
  }
  try {
    const { item } = await client.call('getSession');
    return passed('token', `It is that of ${item.handle}.`);
  } catch (error) {
    return faulty('token', wordsOf(error));
  }
}

async function checkCredentials(baseUrl: string, { agentId, credentialId, secret }: Credentials): Promise<Check> {
  const { method, path } = addressOf('listTools');
  const key = await importSecret(secret);
  try {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: writeAuthorization(agentId, credentialId),
        [agentSignatureHeader]: await signWith(key, Date.now() / 1000, new Uint8Array()),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.text();
    if (response.ok) return passed('credentials');
    const hint =
      response.status === 401
        ? 'The server refuses PARLEY_AGENT_ID, PARLEY_CREDENTIAL_ID and PARLEY_AGENT_SECRET: the credential may be revoked, the agent paused or of another server. parley agent rotate issues a new one.'
        : `The server answered ${response.status} to a signed request.`;
    return faulty('credentials', hint);
  } catch (error) {
    return faulty('credentials', wordsOf(error));
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof Failure) return [error.message, error.details.hint].filter(Boolean).join(' ');
  return error instanceof Error ? error.message : String(error);
}
