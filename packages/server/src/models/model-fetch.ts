import { fetch as undiciFetch, type RequestInfo, type RequestInit } from 'undici';
import type { Config } from '../platform/settings/config.ts';
import { createDial } from '../platform/dialing/dial.ts';
import { DialError } from '../platform/dialing/dial-error.ts';
import { parseAllowList } from '../platform/settings/address-ranges.ts';
import { modelPackage } from './model-package.ts';

/** Calls models' addresses. Connects only where webhooks may go. */
export interface ModelFetch {
  readonly fetch: typeof fetch;
  /** Breaks off all calls. */
  close(): Promise<void>;
}

const dialMs = 10_000;
/** Further calls to the same service wait. */
const connectionsPerOrigin = 64;

export function openModelFetch(config: Pick<Config, 'webhookAllow' | 'localWebhooks'>): ModelFetch {
  const dial = createDial({
    allow: parseAllowList(config.webhookAllow),
    localHttp: config.localWebhooks,
    timeoutMs: dialMs,
    maxConnectionsPerOrigin: connectionsPerOrigin,
  });
  const dialled = async (input: unknown, init?: unknown): Promise<unknown> => {
    try {
      return await undiciFetch(input as RequestInfo, { ...(init as RequestInit), dispatcher: dial });
    } catch (error) {
      throw await explained(error);
    }
  };
  return { fetch: dialled as typeof fetch, close: () => dial.destroy() };
}

/** A refused address is not mended by waiting, unlike other connections that fail. */
async function explained(error: unknown): Promise<unknown> {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof DialError) || cause.failure !== 'address_refused') return error;
  const { ModelFailure } = await modelPackage();
  return new ModelFailure('address_refused', { said: cause.message });
}
