import type { KyselyPlugin } from 'kysely';
import { CommitOutcomeUnknown } from '../../platform/storage/commit-errors.ts';
import type { Db, Storage } from '../../platform/storage/storage.ts';
import type { FailingCalls } from '../failing-calls.ts';

/** Lets a statement or commit succeed but drops its answer, as when a connection breaks at that moment. */
export function lostAnswers(): FailingCalls {
  let left = Infinity;
  let lost = false;
  const isLost = () => {
    left -= 1;
    if (left !== -1) return false;
    lost = true;
    return true;
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isLost()) throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
      return result;
    },
  };
  return {
    wrap: (storage: Storage) => ({
      ...storage,
      db: storage.db.withPlugin(plugin) as Db,
      async transaction(work) {
        const result = await storage.transaction(work);
        if (isLost()) throw new CommitOutcomeUnknown(new Error('Connection terminated unexpectedly'));
        return result;
      },
      async transactionWithLast(work, last) {
        const result = await storage.transactionWithLast(work, last);
        if (isLost()) throw new CommitOutcomeUnknown(new Error('Connection terminated unexpectedly'));
        return result;
      },
      async atOnce(statement) {
        const result = await storage.atOnce(statement);
        if (isLost()) throw new CommitOutcomeUnknown(new Error('Connection terminated unexpectedly'));
        return result;
      },
    }),
    arm(k) {
      left = k;
      lost = false;
    },
    disarm() {
      left = Infinity;
      return lost;
    },
  };
}
