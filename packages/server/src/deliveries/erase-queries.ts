import type { Db } from '../storage/storage.ts';

export async function eraseOldBodies(_db: Db, _before: Date, _limit: number): Promise<number> {
  return 0;
}
