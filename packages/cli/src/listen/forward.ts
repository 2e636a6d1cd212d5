import type { RelayDelivery } from '@parley/protocol';
import { platformSignatureHeader } from '@parley/protocol/agent';

/** How a local program took a delivery. */
export interface Forwarded {
  /** The status that it answered; null where no complete answer came. */
  readonly status: number | null;
  /** How its answer began; null where it was empty or there was none. */
  readonly snippet: string | null;
  /** Why it counts as failed; null where it was a 2xx. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** The platform waits 10 seconds for the acknowledgement, which has to get there too. */
const answerMs = 9_500;
const snippetCharacters = 500;

/** Posts a delivery to a local URL with the headers of the platform, so that it verifies as if the platform had posted it. */
export async function forward(url: string, delivery: RelayDelivery, timeoutMs = answerMs): Promise<Forwarded> {
  const startedAt = performance.now();
  const taken = (rest: Omit<Forwarded, 'durationMs'>) => ({
    ...rest,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Parley/1',
        'x-delivery-id': delivery.delivery_id,
        [platformSignatureHeader]: delivery.signature,
        authorization: delivery.authorization,
      },
      body: Buffer.from(delivery.body_base64, 'base64'),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const snippet = text === '' ? null : [...text].slice(0, snippetCharacters).join('');
    const error = response.ok ? null : `${url} answered ${response.status}.`;
    return taken({ status: response.status, snippet, error: error && error.slice(0, 500) });
  } catch (error) {
    return taken({ status: null, snippet: null, error: whyNot(url, error, timeoutMs).slice(0, 500) });
  }
}

function whyNot(url: string, error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `${url} did not answer within ${timeoutMs} ms.`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException).code ?? (cause instanceof Error ? cause.message : String(cause));
  return `${url} cannot be reached (${code}).`;
}
