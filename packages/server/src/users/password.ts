import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createHashQueue } from './hash-queue.ts';

/** Argon2id at the sizes that OWASP names first for it: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of the four threads that Node has for such work and for files one stays free, and so does a core. */
const atOnce = Math.max(1, Math.min(availableParallelism() - 1, 3));

/** A few seconds of work: whoever came later would give up before their turn. */
const waitingMax = 100;

/** One for the process, whose cores and threads they are. */
const inTurn = createHashQueue({ atOnce, waitingMax });

/** What a wrong handle is compared with, so that it takes as long as a wrong password. */
let decoy: Promise<string> | null = null;

/** Hashes a password for keeping; refused as `overloaded` where too many are being hashed. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/** Whether a password fits the hash; where there is no hash, false after the same work. Refused like `hashPassword`. */
export function passwordFits(password: string, passwordHash: string | null): Promise<boolean> {
  return inTurn(async () => {
    decoy ??= hash('no one has this password', cost);
    const fits = await verify(passwordHash ?? (await decoy), password);
    return fits && passwordHash !== null;
  });
}
