/** Returns the pattern of ids with this prefix: a ULID in Crockford's alphabet, upper case. */
export const idOf = (prefix: string): RegExp => new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`);

/** Pattern of a time: ISO 8601, UTC, milliseconds. */
export const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Pattern of a refusal's code. */
export const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** Returns an id that does not exist. */
export const nobody = (prefix: string): string => `${prefix}_01ARZ3NDEKTSV4RRFFQ69G5FAV`;
