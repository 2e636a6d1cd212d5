/** What the stores need of a database: a `pg.Pool`, a PGlite, or anything of that shape that speaks PostgreSQL or SQLite with `$1`. */
export interface SqlClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** Creates a table once, before its first use. */
export class SqlTable {
  readonly #client: SqlClient;
  readonly #create: string;
  #created: Promise<unknown> | null = null;

  constructor(client: SqlClient, create: string) {
    this.#client = client;
    this.#create = create;
  }

  async query<Row>(text: string, values: unknown[]): Promise<readonly Row[]> {
    this.#created ??= this.#client.query(this.#create).catch((error: unknown) => {
      this.#created = null;
      throw error;
    });
    await this.#created;
    const { rows } = await this.#client.query(text, values);
    return rows as readonly Row[];
  }
}
