import { hash, verify } from '@node-rs/argon2';

/** Argon2id at the sizes that OWASP names first for it: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What a wrong handle is compared with, so that it takes as long as a wrong password. */
let decoy: Promise<string> | null = null;

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Whether a password fits the hash; where there is no hash, false after the same work. */
export async function passwordFits(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('no one has this password');
  const fits = await verify(passwordHash ?? (await decoy), password);
  return fits && passwordHash !== null;
}
