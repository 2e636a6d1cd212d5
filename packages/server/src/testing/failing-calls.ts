import type { KyselyPlugin } from 'kysely';
import type { Db, Storage, Tx } from '../storage/storage.ts';

/** Makes one call to the database fail: the k-th from when it is armed. A commit is a call, and one that fails has not happened. */
export interface FailingCalls {
  /** Comes between a server and its database. */
  wrap(storage: Storage): Storage;
  /** Lets `k` more calls pass and fails the one after them. */
  arm(k: number): void;
  /** Fails nothing any more; tells whether a call has failed since it was armed. */
  disarm(): boolean;
}

export function failingCalls(): FailingCalls {
  let left = Infinity;
  let failed = false;
  const call = () => {
    left -= 1;
    if (left !== -1) return;
    failed = true;
    throw new Error('This call to the database fails because the test says so.');
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      call();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    wrap: (storage) => ({
      ...storage,
      db: storage.db.withPlugin(plugin) as Db,
      transaction: (work) =>
        storage.transaction(async (tx) => {
          const result = await work(tx.withPlugin(plugin) as Tx);
          call();
          return result;
        }),
      transactionWithLast: (work, last) =>
        storage.transactionWithLast(
          async (tx) => ({ tx: tx.withPlugin(plugin) as Tx, read: await work(tx.withPlugin(plugin) as Tx) }),
          (_, { tx, read }) => {
            // The commit leaves with the statement, so it fails before that is sent.
            call();
            return last(tx, read);
          },
        ),
      atOnce: (statement) => storage.atOnce((tx) => statement(tx.withPlugin(plugin) as Tx)),
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
