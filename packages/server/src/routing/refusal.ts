import type { Refusal, RefusalCode } from '@parley/protocol';

/**
 * An expected "no". A use case throws it, which rolls its transaction back, and the door turns it into the one answer that
 * refusals have. Whatever else is thrown is a fault of ours: a silent 500.
 */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
    this.name = 'Refused';
  }
}

/** Refuses the request under way. */
export function refuse(code: RefusalCode, details: Omit<Refusal, 'code'> = {}): never {
  throw new Refused({ code, ...details });
}

/** The refusal of a range that lies outside; the answer's `Content-Range` says how many bytes there are. */
export class RangeNotSatisfiable extends Refused {
  constructor(readonly sizeBytes: number) {
    super({ code: 'range_not_satisfiable' });
  }
}

/** The refusal of one request too many; the answer carries `Retry-After`. */
export class RateLimited extends Refused {
  constructor(readonly retryAfterSeconds: number) {
    super({ code: 'rate_limited' });
  }
}
