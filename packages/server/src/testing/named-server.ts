/**
 * `PARLEY_TEST_DATABASE_URL` names the PostgreSQL server that tests run on. Without it they run on the embedded database, and those
 * about both on a server too, where one answers at the usual place; `none` leaves these out.
 */
export function namedServer(): string | null {
  return process.env['PARLEY_TEST_DATABASE_URL'] || null;
}
