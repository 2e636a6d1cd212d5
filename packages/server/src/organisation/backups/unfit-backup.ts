/** A backup file that cannot be used. The message is one sentence or more for the operator, with what to do. */
export class UnfitBackup extends Error {}
