import {
  addressOf,
  type RefusalCode,
  type RouteCall,
  type RouteJson,
  type RouteName,
  type Routes,
} from '@parley/protocol';

/** What the platform refused a person, with the way to mend it in its message. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: RefusalCode | 'unknown';
  /** A JSON Pointer to what was wrong in the request; null where nothing was. */
  readonly path: string | null;

  constructor(
    call: string,
    status: number,
    error: { code?: RefusalCode; message?: string; path?: string; hint?: string },
  ) {
    const { code = 'unknown', message = '', path = null, hint } = error;
    super(
      `${call} was refused: ${status} ${code}${path === null ? '' : ` at ${path}`}. ${message}${hint ? ` ${hint}` : ''}`,
    );
    this.status = status;
    this.code = code;
    this.path = path;
  }
}

export interface Profile {
  readonly handle: string;
  readonly displayName: string;
  readonly locale?: string;
  readonly timezone?: string;
}

/** What a call takes, besides what its route says: a key under which it happens once. */
export type CallInput<Name extends RouteName> = RouteCall<Name> & { readonly idempotencyKey?: string };
type Input = {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
};

const password = 'correct horse battery staple';

/** A person's way into the platform, as their browser has it. */
export class Session {
  readonly #baseUrl: string;
  readonly #handle: string;
  readonly #checkOpen: () => void;
  #cookie = '';

  /** @param checkOpen Throws where the platform has been closed. */
  constructor(baseUrl: string, handle: string, checkOpen: () => void) {
    this.#baseUrl = baseUrl;
    this.#handle = handle;
    this.#checkOpen = checkOpen;
  }

  async signUp(profile: Profile) {
    return (await this.call('signUp', { body: { ...profile, password } })).item;
  }

  /** Calls a route. A session that has ended meanwhile, as after 30 days, is replaced by a new sign-in. */
  async call<Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<RouteJson<Routes[Name]>> {
    let response = await this.#send(name, input);
    if (response.status === 401 && name !== 'signIn' && name !== 'signUp') {
      await this.call('signIn', { body: { handle: this.#handle, password } });
      response = await this.#send(name, input);
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const body = (isJson && text !== '' ? JSON.parse(text) : undefined) as unknown;
    if (response.ok) return body as RouteJson<Routes[Name]>;
    throw new Refused(name, response.status, (body as { error?: object } | undefined)?.error ?? {});
  }

  async #send(name: RouteName, input: Input): Promise<Response> {
    this.#checkOpen();
    const { method, path } = addressOf(name, input);
    const { body, idempotencyKey } = input;
    const isFile = body instanceof FormData;
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers: {
        cookie: this.#cookie,
        ...(body === undefined || isFile ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    });
    this.#cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? this.#cookie;
    return response;
  }
}
