import type { Refusal, RefusalCode } from '@parley/protocol';

/**
 * An expected "no". A use case throws it; that rolls its transaction back, and the HTTP layer turns it into the
 * refusal's answer. Any other error is a bug: it is logged and answered with a 500 that gives no details.
 */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
    this.name = 'Refused';
  }
}

/** Refuses the current request. */
export function refuse(code: RefusalCode, details: Omit<Refusal, 'code'> = {}): never {
  throw new Refused({ code, ...details });
}

/** Refuses a range outside the file. The answer's `Content-Range` gives the size in bytes. */
export class RangeNotSatisfiable extends Refused {
  constructor(readonly sizeBytes: number) {
    super({ code: 'range_not_satisfiable' });
  }
}

/** Refuses a request over the rate limit. The answer carries `Retry-After`. */
export class RateLimited extends Refused {
  constructor(readonly retryAfterSeconds: number) {
    super({ code: 'rate_limited' });
  }
}
