import { systemClock } from '../../../platform/time/clock.ts';
import type { AttemptResult } from '../attempt-result.ts';
import type { AllowList } from '../../../platform/settings/address-ranges.ts';
import { trustedBy } from '../../../platform/dialing/address-rule.ts';
import { outcomeOf, refusedTarget } from './attempt-outcome.ts';
import { createDial } from '../../../platform/dialing/dial.ts';
import { exchange } from './exchange.ts';
import { authorizeTarget } from '../../../platform/dialing/authorize-target.ts';
import type { Lookup } from '../../../platform/dialing/resolve-host.ts';

export interface WebhookClientOptions {
  readonly allow: AllowList;
  /** Whether plain http may reach loopback addresses; default false. */
  readonly localHttp?: boolean;
  /** Maximum number of concurrent connections to one origin. Further posts wait for one within their deadline. */
  readonly maxConnectionsPerOrigin: number;
  /** Timeout of one attempt, in milliseconds; default 10,000. */
  readonly deadlineMs?: number;
  readonly lookup?: Lookup;
  /** Certificate authorities to trust instead of the built-in ones, as PEM. */
  readonly ca?: string | Buffer;
  /** Returns the time against which `Retry-After` dates are read, in milliseconds since 1970. */
  readonly now?: () => number;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  /** Called once, when the connection is open and the first byte is about to be sent. */
  readonly onSent?: () => void;
}

export interface WebhookClient {
  /**
   * Makes one attempt. Failures of the network, the target and the endpoint are results. Rejects only on a programming
   * error (a header with CR, LF or NUL, an `onSent` that throws).
   */
  post(request: WebhookRequest): Promise<AttemptResult>;
  /** Waits for running attempts, then closes every connection. */
  close(): Promise<void>;
}

export type OpenWebhookClient = (options: WebhookClientOptions) => WebhookClient;

/** Creates a client that posts deliveries to webhooks over one pool of keep-alive connections to checked addresses. */
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
