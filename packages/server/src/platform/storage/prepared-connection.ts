import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { PoolClient, QueryResult as Answer } from 'pg';
import { CommitOutcomeUnknown, TransactionAborted } from './commit-errors.ts';
import { markOutage, writeTroubleOf } from './trouble.ts';
import type { StatementNames } from './statement-names.ts';
import { isConnectionLoss, isStalePlan } from './transient.ts';
import type { WriteWatch } from './watch-writes.ts';

const IN_FAILED_TRANSACTION = '25P02';
/** The function of PostgreSQL that warns when a wait for the synchronous standby is cut short. */
const waitForStandby = 'SyncRepWaitForLSN';

/**
 * Adapts a pool client to the query builder. Sends statements with parameters as named prepared statements, because
 * parsing and planning the large hot ones costs more than running them. A broken connection is not returned to the
 * pool.
 */
export class PreparedConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  readonly #writes: WriteWatch;
  /** The generation of connections that this one was opened in; see `WriteWatch`. */
  readonly generation: number;
  #begun: Promise<unknown> = Promise.resolve();
  #unfit = false;
  /** The first error of the transaction. Later errors only report that the transaction has failed. */
  #firstFailure: unknown = undefined;
  #sent = 0;
  /** Whether a commit stopped waiting for the synchronous standby, as PostgreSQL does at a timeout. */
  #isUnreplicated = false;

  constructor(client: PoolClient, names: StatementNames, writes: WriteWatch) {
    this.#client = client;
    this.#names = names;
    this.#writes = writes;
    this.generation = writes.generation;
    client.on('notice', ({ routine }) => {
      if (routine === waitForStandby) this.#isUnreplicated = true;
    });
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#sent += 1;
    try {
      const { command, rowCount, rows } = await this.#send(sql, parameters);
      this.#demandReplicated();
      const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
      return { rows: rows as R[], ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
    } catch (error) {
      if (isConnectionLoss(error)) markOutage(error);
      if (isStalePlan(error) || isConnectionLoss(error)) this.#unfit = true;
      this.#noteTrouble(error);
      throw this.#firstOf(error);
    }
  }

  streamQuery(): never {
    throw new Error('Results are read whole.');
  }

  /**
   * Sends `begin` without waiting for its answer, so that the first statements leave with it. `commit` checks the
   * answer.
   */
  begin(): void {
    this.#firstFailure = undefined;
    this.#begun = this.#client.query('begin');
    this.#begun.catch(() => undefined);
  }

  /**
   * Commits. PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error, which must not count as
   * success.
   */
  async commit(): Promise<void> {
    await this.#begun.catch(rethrowMarked);
    const answer = await this.#sendCommit();
    if (answer.command === 'ROLLBACK') throw new TransactionAborted(this.#firstFailure);
  }

  /**
   * Commits together with the statement of `last`, without a wait in between. `last` may run at most one statement: of
   * several, one could fail before it is sent, and the commit would keep the others.
   */
  async commitWith<T>(last: () => Promise<T>): Promise<T> {
    const before = this.#sent;
    const writing = last();
    const given = this.#sent - before;
    if (given > 1) {
      await writing;
      throw new Error(`A commit leaves with one statement, not with ${given}.`);
    }
    // `last` ran no statement, but it may still reject.
    if (given === 0) await writing;
    const [begun, written, committed] = await Promise.allSettled([this.#begun, writing, this.#sendCommit()]);
    if (committed.status === 'rejected') throw committed.reason;
    if (begun.status === 'rejected') throw begun.reason;
    if (written.status === 'rejected') throw written.reason;
    if (committed.value.command === 'ROLLBACK') throw new TransactionAborted(this.#firstFailure);
    return written.value;
  }

  /** Runs a single statement outside of any transaction. */
  async alone<T>(statement: () => Promise<T>): Promise<T> {
    const before = this.#sent;
    try {
      return await statement();
    } catch (error) {
      throw isConnectionLoss(error) && this.#sent > before ? new CommitOutcomeUnknown(error) : error;
    }
  }

  async #sendCommit(): Promise<Answer> {
    try {
      const answer = await this.#client.query('commit');
      this.#demandReplicated();
      return answer;
    } catch (error) {
      this.#noteTrouble(error);
      if (!isConnectionLoss(error)) throw error;
      markOutage(error);
      this.#unfit = true;
      throw new CommitOutcomeUnknown(error);
    }
  }

  /**
   * Rolls back. A failure to send it is ignored: the server rolls back when the connection closes, and the caller
   * reports the first error.
   */
  async rollback(): Promise<void> {
    try {
      await this.#client.query('rollback');
    } catch {
      this.#unfit = true;
    }
  }

  release(): void {
    const unfit = this.#unfit;
    this.#unfit = false;
    this.#client.release(unfit);
  }

  /** The commit is on the primary alone, so it is not known whether it outlives the primary. */
  #demandReplicated(): void {
    if (!this.#isUnreplicated) return;
    this.#isUnreplicated = false;
    throw new CommitOutcomeUnknown(new Error('The synchronous standby did not confirm the commit in time.'));
  }

  #firstOf(error: unknown): unknown {
    if ((error as { readonly code?: unknown }).code === IN_FAILED_TRANSACTION) return this.#firstFailure ?? error;
    this.#firstFailure ??= error;
    return error;
  }

  #noteTrouble(error: unknown): void {
    const trouble = writeTroubleOf(error);
    if (trouble !== null) this.#writes.suspect(trouble);
  }

  #send(text: string, parameters: readonly unknown[]): Promise<Answer> {
    if (parameters.length === 0) return this.#client.query(text);
    const name = this.#names(text);
    const values = parameters as unknown[];
    return name === undefined ? this.#client.query({ text, values }) : this.#client.query({ name, text, values });
  }
}

function rethrowMarked(error: unknown): never {
  if (isConnectionLoss(error)) markOutage(error);
  throw error;
}
