import { existsSync } from 'node:fs';

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find(existsSync);

/** Whether a process can get a wrong clock, because faketime is installed. */
export const mayFakeTime = library !== undefined;

/**
 * Returns the environment of a process with a shifted wall clock, for example by `+1d`. Its timers are not affected.
 */
export const faked = (offset: string) => ({
  LD_PRELOAD: library ?? '',
  FAKETIME: offset,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  DONT_FAKE_MONOTONIC: '1',
});
