import type { KyselyPlugin } from 'kysely';
import type { Db, Storage, Tx } from '../platform/storage/storage.ts';

/** Makes one database call fail: the k-th after arming. A commit counts as a call; a failed commit has no effect. */
export interface FailingCalls {
  /** Wraps a server's storage. */
  wrap(storage: Storage): Storage;
  /** Lets `k` calls succeed and fails the next one. */
  arm(k: number): void;
  /** Stops failing calls. Returns whether one has failed since arming. */
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
            // The commit is sent together with the statement, so it must fail before that.
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
