/** WebAssembly is compiled once and fast: no server of a test lives long enough for faster code to pay for its compilation. */
const options = ['--liftoff-only'];

/** Returns Node's arguments to start the server program, from the bundle that the run of tests made of its sources. */
export function serverCommand(): readonly string[] {
  const program = process.env['PARLEY_TEST_SERVER'];
  if (program === undefined) throw new Error('PARLEY_TEST_SERVER is not set; scripts/bundle-for-tests.ts sets it.');
  return [...options, program];
}
