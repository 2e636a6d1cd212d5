/** The shape of an id with this prefix: a ULID in Crockford's alphabet, upper case. */
export const idOf = (prefix: string): RegExp => new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`);

/** A time on the wire: ISO 8601, UTC, milliseconds. */
export const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A code of a refusal. */
export const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** An id that nothing has. */
export const nobody = (prefix: string): string => `${prefix}_01ARZ3NDEKTSV4RRFFQ69G5FAV`;
