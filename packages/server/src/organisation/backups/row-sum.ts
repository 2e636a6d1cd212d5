import { createHash } from 'node:crypto';
import type { TableSum } from './entries.ts';

const modulus = 1n << 256n;

/**
 * Sums the SHA-256 hashes of rows, modulo 2^256. The sum does not depend on the order of the rows, which differs between
 * databases.
 */
export class RowSum {
  #rows = 0;
  #sum = 0n;

  add(line: string): void {
    this.#rows += 1;
    this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)) % modulus;
  }

  value(): TableSum {
    return { rows: this.#rows, sum: this.#sum.toString(16).padStart(64, '0') };
  }
}
