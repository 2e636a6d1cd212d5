import type * as Files from 'node:fs';
import type { RetryOptions } from './platform-client.ts';
import type { Clock } from './clock.ts';
import type { CredentialOptions } from './credentials.ts';
import type { Overlap } from './handler-options.ts';
import type { Log } from './log.ts';
import { nodeModuleNow } from './node-module.ts';
import type { ResultStore } from './results/result-store.ts';
import type { SeenDeliveries } from './seen-deliveries.ts';
import type { StateStore } from './store/state-store.ts';
import type { Telemetry } from './telemetry.ts';

/** What an agent is made from. The first four come from registering it; everything else has a default. */
export interface AgentOptions extends CredentialOptions {
  /** Where the platform is, such as `https://parley.example`. */
  readonly baseUrl: string;
  /** The agent's id, `agt_…`. */
  readonly agentId: string;
  /**
   * More credentials that deliveries may be signed with. The platform signs with the newest live one, so an agent that
   * changes its credential names both for a while.
   */
  readonly otherCredentials?: readonly CredentialOptions[];
  /** How many conversations are handled side by side; 32 where it is not given. Those of one conversation go one at a time. */
  readonly concurrency?: number;
  /** How many accepted deliveries may wait or run, 10,000 where it is not given. What comes beyond that is sent again later. */
  readonly queueLimit?: number;
  /** Remembers which deliveries were taken; the last 10,000 in memory where it is not given. */
  readonly seen?: SeenDeliveries;
  /** What happens to a message while another of its conversation is handled; `queue` where it is not given. */
  readonly overlap?: Overlap;
  /** How long a handler may take before `ctx.signal` aborts, in milliseconds; no bound where it is not given. */
  readonly timeoutMs?: number;
  /** Remembers invocations whose result has not come, for `agent.onResult`; in memory where it is not given. */
  readonly results?: ResultStore;
  /** Keeps the values of `ctx.store`; in memory where it is not given. */
  readonly store?: StateStore;
  /** The agent's handle, without which `ctx.mentioned` cannot be known. */
  readonly handle?: string;
  /** Sees each delivery and each call, such as for traces; see `openTelemetry`. */
  readonly telemetry?: Telemetry;
  /** Logs each delivery and each call; where it is not given, PARLEY_DEBUG in the environment says. */
  readonly debug?: boolean;
  /** How calls are retried: 5 times, from 250 ms to 10 s apart, 30 s a try, where it is not given. */
  readonly retry?: Partial<RetryOptions>;
  /** Where the SDK's own lines go; standard error where it is not given. */
  readonly log?: Log;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
}

/** The environment variables that `Agent.fromEnv` reads, by the option that each one sets. */
const variables = {
  baseUrl: 'PARLEY_BASE_URL',
  agentId: 'PARLEY_AGENT_ID',
  credentialId: 'PARLEY_CREDENTIAL_ID',
  secret: 'PARLEY_AGENT_SECRET',
} as const;

/**
 * Reads the four required options from an environment. Each may be in a file that a variable with `_FILE` behind its name names, which
 * goes first, as with the server's settings.
 *
 * @throws TypeError that names every variable that is missing, or the file that cannot be read or is empty.
 */
export function readEnv(env: Readonly<Record<string, string | undefined>>) {
  const read = (name: string) =>
    env[`${name}_FILE`] ? contentOf(`${name}_FILE`, env[`${name}_FILE`] ?? '') : env[name];
  const missing = Object.values(variables).filter((name) => !read(name));
  if (missing.length > 0) {
    throw new TypeError(
      `Set ${missing.join(', ')} in the environment. The app shows them when an agent is registered.`,
    );
  }
  const value = (name: keyof typeof variables) => read(variables[name]) ?? '';
  return {
    baseUrl: value('baseUrl'),
    agentId: value('agentId'),
    credentialId: value('credentialId'),
    secret: value('secret'),
    ...(env['PARLEY_AGENT_HANDLE'] ? { handle: env['PARLEY_AGENT_HANDLE'] } : {}),
  };
}

function contentOf(variable: string, file: string): string {
  const files = nodeModuleNow<typeof Files>('node:fs');
  if (files === undefined) throw new TypeError(`${variable} names ${file}, and this runtime has no files.`);
  let content: string;
  try {
    content = files.readFileSync(file, 'utf8').trim();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new TypeError(`${variable} names ${file}, which cannot be read (${why}).`, { cause: error });
  }
  if (content === '') throw new TypeError(`${variable} names ${file}, which is empty.`);
  return content;
}
