/** The connection was lost during a commit: the transaction may have taken effect. Not retried without a check. */
export class CommitOutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection was lost during commit, so it is not known whether the transaction took effect.', { cause });
    this.name = 'CommitOutcomeUnknown';
  }
}

/** A statement of the transaction failed and its error was ignored, so the database rolled back at commit. */
export class TransactionAborted extends Error {
  constructor(cause?: unknown) {
    super('The transaction was rolled back at commit, because one of its statements had failed before.', { cause });
    this.name = 'TransactionAborted';
  }
}
