import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SlackOptions {
  readonly signingSecret: string;
  readonly token: string;
  /** The id of the channel, `C…`. */
  readonly channel: string;
  readonly fetch: typeof fetch;
}

/** A message of a person in the channel. */
export interface SlackMessage {
  /** The same each time that Slack sends it. */
  readonly eventId: string;
  readonly author: string;
  readonly text: string;
}

interface EventBody {
  readonly type?: string;
  readonly challenge?: string;
  readonly event_id?: string;
  readonly event?: Readonly<Partial<Record<'type' | 'subtype' | 'bot_id' | 'channel' | 'user' | 'text', string>>>;
}

const mostBytes = 1_000_000;

/** One channel of Slack: its events, and its Web API. */
export class Slack {
  readonly channel: string;
  readonly #options: SlackOptions;
  readonly #names = new Map<string, string>();

  constructor(options: SlackOptions) {
    this.channel = options.channel;
    this.#options = options;
  }

  /** Writes a text into the channel. */
  async post(text: string): Promise<void> {
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    await this.#call('chat.postMessage', { channel: this.channel, text: escaped });
  }

  /**
   * Answers a request of Slack's Events API. `onMessage` has taken the message before Slack is told so; where it throws, Slack sends the
   * event again.
   */
  async receive(request: Request, onMessage: (message: SlackMessage) => Promise<void>): Promise<Response> {
    const body = await request.text();
    if (body.length > mostBytes) return new Response('too large', { status: 413 });
    if (!this.#isSigned(request.headers, body)) return new Response('not signed by Slack', { status: 401 });
    const { type, challenge, event_id: eventId, event } = JSON.parse(body) as EventBody;
    if (type === 'url_verification') return new Response(challenge ?? '');
    const isOurs = event?.type === 'message' && event.channel === this.channel && !event.subtype && !event.bot_id;
    if (isOurs && eventId && event.user && event.text) {
      await onMessage({ eventId, author: await this.#nameOf(event.user), text: plain(event.text) });
    }
    return new Response('');
  }

  #isSigned(headers: Headers, body: string): boolean {
    const timestamp = headers.get('x-slack-request-timestamp') ?? '';
    if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
    const hmac = createHmac('sha256', this.#options.signingSecret).update(`v0:${timestamp}:${body}`);
    const expected = Buffer.from(`v0=${hmac.digest('hex')}`);
    const given = Buffer.from(headers.get('x-slack-signature') ?? '');
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  async #nameOf(user: string): Promise<string> {
    const known = this.#names.get(user);
    if (known !== undefined) return known;
    const { user: found } = await this.#call<{ user: { real_name?: string; name: string } }>('users.info', { user });
    const name = found.real_name || found.name;
    if (this.#names.size >= 1000) this.#names.clear();
    this.#names.set(user, name);
    return name;
  }

  /** @throws Error with Slack's own word for what went wrong. */
  async #call<Answer>(method: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    const { fetch, token } = this.#options;
    const response = await fetch(`https://slack.com/api/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(10_000),
    });
    const answer = (await response.json()) as Answer & { readonly ok: boolean; readonly error?: string };
    if (answer.ok) return answer;
    throw new Error(`Slack refused ${method}: ${answer.error ?? response.status}.`);
  }
}

/** Slack writes links and these three letters in its own way. */
function plain(text: string): string {
  return text
    .replaceAll(/<(https?:[^|>]+)(?:\|[^>]*)?>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
