import { systemClock } from '../../time/clock.ts';
import type { AttemptResult } from '../attempt-result.ts';
import type { AllowList } from '../../settings/address-ranges.ts';
import { trustedBy } from './address-rule.ts';
import { outcomeOf, refusedTarget } from './attempt-outcome.ts';
import { createDial } from './dial.ts';
import { exchange } from './exchange.ts';
import { authorizeTarget } from './authorize-target.ts';
import type { Lookup } from './resolve-host.ts';

export interface WebhookClientOptions {
  readonly allow: AllowList;
  /** Whether plain http may reach this machine itself; it may not where this is not given. */
  readonly localHttp?: boolean;
  /** Connections to one scheme, host and port at a time; further posts wait for one within their deadline. */
  readonly maxConnectionsPerOrigin: number;
  /** How long one attempt may take in all, in milliseconds; 10,000 by default. */
  readonly deadlineMs?: number;
  readonly lookup?: Lookup;
  /** Certificate authorities to trust in place of the built-in ones, as PEM. */
  readonly ca?: string | Buffer;
  /** The clock against which dates in `Retry-After` are read, in milliseconds since 1970. */
  readonly now?: () => number;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  /** Called once, when the connection stands and the first byte is about to go out. */
  readonly onSent?: () => void;
}

export interface WebhookClient {
  /**
   * Makes one attempt. Failures of the network, the target and the endpoint are results; it rejects only on a programming
   * error (a header that holds CR, LF or NUL, an `onSent` that throws).
   */
  post(request: WebhookRequest): Promise<AttemptResult>;
  /** Waits for the attempts under way, then closes every connection. */
  close(): Promise<void>;
}

export type OpenWebhookClient = (options: WebhookClientOptions) => WebhookClient;

/** A client that posts deliveries to agents' webhooks over one pool of judged keep-alive connections. */
export function createWebhookClient(options: WebhookClientOptions): WebhookClient {
  const deadlineMs = options.deadlineMs ?? 10_000;
  const now = options.now ?? systemClock.now;
  const { allow, localHttp = false, maxConnectionsPerOrigin, lookup, ca } = options;
  const agent = createDial({ allow, localHttp, maxConnectionsPerOrigin, lookup, ca, timeoutMs: deadlineMs });
  const underWay = new Set<Promise<AttemptResult>>();

  async function attempt(request: WebhookRequest): Promise<AttemptResult> {
    assertHeaders(request.headers);
    const target = authorizeTarget(request.url, trustedBy(schemeOf(request.url), allow, localHttp));
    if (!target.ok) return refusedTarget(target.error);
    return outcomeOf(await exchange(agent, { ...request, url: new URL(request.url) }, deadlineMs), now());
  }

  return {
    post(request) {
      const running = attempt(request).finally(() => underWay.delete(running));
      underWay.add(running);
      return running;
    },
    async close() {
      await Promise.allSettled(underWay);
      await agent.destroy();
    },
  };
}

function schemeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}

function assertHeaders(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[\r\n\0]/.test(value)) {
      throw new TypeError(
        `The header ${JSON.stringify(name)} cannot be sent: it holds a character that would break the request.`,
      );
    }
  }
}
