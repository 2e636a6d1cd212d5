/** A database with a standby that takes over. */
export interface Trial {
  /** Name for the lines that are printed. */
  readonly name: string;
  /** How often it can be asked to take over. */
  readonly takeOvers: number;
  /** Returns the URL of a database as the servers get it. */
  urlOf(database: string): string;
  /** Returns the URL of a database on the server that takes writes now. */
  primaryUrlOf(database: string): Promise<string>;
  /**
   * Takes the primary away and resolves, when another server takes writes, to when the primary went, in milliseconds.
   */
  takeOver(): Promise<number>;
  /** Brings a lost server back, after the servers have written to the new primary. */
  bringBack(): Promise<void>;
  close(): Promise<void>;
}
