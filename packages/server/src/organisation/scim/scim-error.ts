/** The kinds of errors that RFC 7644 §3.12 names and this server uses. */
export type ScimType =
  | 'uniqueness'
  | 'tooMany'
  | 'invalidFilter'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** An expected "no" to a directory, in the terms of SCIM. */
export class ScimError extends Error {
  constructor(
    readonly status: 400 | 403 | 404 | 409 | 413,
    readonly scimType: ScimType | null,
    detail: string,
  ) {
    super(detail);
    this.name = 'ScimError';
  }
}

/** Refuses the current request of a directory. */
export function refuseScim(status: ScimError['status'], scimType: ScimType | null, detail: string): never {
  throw new ScimError(status, scimType, detail);
}

/** Refuses a value with `invalidValue`. */
export function refuseValue(detail: string): never {
  return refuseScim(400, 'invalidValue', detail);
}

export const noSuchUser = (): never => refuseScim(404, null, 'There is no such user.');
