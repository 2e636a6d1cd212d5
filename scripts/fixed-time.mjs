// Loaded by every thread of the program that makes a database to ship: time stands still at SOURCE_DATE_EPOCH and random numbers repeat,
// so that the same commit makes the same bytes. The database has no secret, and each test kit has the same one anyway.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const now = Number(process.env.SOURCE_DATE_EPOCH) * 1000;
globalThis.Date = class extends Date {
  constructor(...args) {
    super(...(args.length === 0 ? [now] : args));
  }
  static now() {
    return now;
  }
};

performance.now = () => 0;
process.hrtime.bigint = () => 0n;

let state = 1;
function fill(array) {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return array;
}
Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: fill });
crypto.randomFillSync = fill;
crypto.randomBytes = (size) => fill(Buffer.alloc(size));
syncBuiltinESMExports();
Math.random = () => fill(new Uint8Array(1))[0] / 256;
