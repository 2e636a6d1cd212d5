/**
 * Returns `PARLEY_TEST_DATABASE_URL`, the PostgreSQL server that tests run on. Without it, tests run on the embedded
 * database, and tests of both kinds also on a server at the default address if one answers; `none` skips those.
 */
export function namedServer(): string | null {
  return process.env['PARLEY_TEST_DATABASE_URL'] || null;
}
