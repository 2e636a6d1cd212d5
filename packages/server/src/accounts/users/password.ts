import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createHashQueue } from './hash-queue.ts';

/** Argon2id with the first parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Leaves one core free, and one of the four threads that Node uses for this and for files. */
const atOnce = Math.max(1, Math.min(availableParallelism() - 1, 3));

/** A few seconds of work. A client that waited longer would give up first. */
const waitingMax = 100;

/** One queue per process, because its cores and threads are shared. */
const inTurn = createHashQueue({ atOnce, waitingMax });

/** Compared with for an unknown handle, so that it takes as long as a wrong password. */
let decoy: Promise<string> | null = null;

/**
 * The hash of a person without a password. It is a valid hash, so that an older server and the time of a failed sign-in treat it as any
 * other; no password is known that has it.
 */
export const noPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$bm8gcGFzc3dvcmQgYXQgYWxs$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** Hashes a password for storage. Refuses with `overloaded` if too many are being hashed. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/**
 * Returns whether a password matches the hash. Without a hash, does the same work and returns false. Refuses like
 * `hashPassword`.
 */
export function passwordFits(password: string, passwordHash: string | null): Promise<boolean> {
  return inTurn(async () => {
    decoy ??= hash('no one has this password', cost);
    const fits = await verify(passwordHash ?? (await decoy), password);
    return fits && passwordHash !== null;
  });
}
