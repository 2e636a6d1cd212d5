/** The connection was lost while committing: the transaction may or may not have taken effect. Never retried blindly. */
export class CommitOutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection was lost during commit, so it is not known whether the transaction took effect.', { cause });
    this.name = 'CommitOutcomeUnknown';
  }
}

/** A statement of the transaction had failed and the failure was swallowed, so the database rolled back at commit. */
export class TransactionAborted extends Error {
  constructor() {
    super('The transaction was rolled back at commit, because one of its statements had failed before.');
    this.name = 'TransactionAborted';
  }
}
