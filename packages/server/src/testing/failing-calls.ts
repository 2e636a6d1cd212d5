import type { KyselyPlugin } from 'kysely';
import type { Db, Storage, Tx } from '../storage/storage.ts';

/** Makes one call to the database fail: the k-th from when it is armed. */
export interface FailingCalls {
  /** Comes between a server and its database. */
  wrap(storage: Storage): Storage;
  /** Lets `k` more statements pass and fails the one after them. */
  arm(k: number): void;
  /** Fails nothing any more; tells whether a statement has failed since it was armed. */
  disarm(): boolean;
}

export function failingCalls(): FailingCalls {
  let left = Infinity;
  let failed = false;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      left -= 1;
      if (left !== -1) return node;
      failed = true;
      throw new Error('This call to the database fails because the test says so.');
    },
    transformResult: async ({ result }) => result,
  };
  return {
    wrap: (storage) => ({
      ...storage,
      db: storage.db.withPlugin(plugin) as Db,
      transaction: (work) => storage.transaction((tx) => work(tx.withPlugin(plugin) as Tx)),
    }),
    arm(k) {
      left = k;
      failed = false;
    },
    disarm() {
      left = Infinity;
      return failed;
    },
  };
}
