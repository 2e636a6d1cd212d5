/** The state of a Parley conversation at the remote agent. */
export interface Session {
  /** The remote agent's id of the conversation. */
  readonly contextId: string | null;
  /** The remote task that waits for the person; the next message continues it. */
  readonly taskId: string | null;
  /** The delivery of the Parley task that the remote task works on; null without one. */
  readonly taskDeliveryId: string | null;
}

/** Stores one session per conversation. */
export interface SessionStore {
  get(conversationId: string): Session | null | Promise<Session | null>;
  put(conversationId: string, session: Session): void | Promise<void>;
}

/** Stores sessions in memory, until the process ends; beyond 10,000 it drops the oldest. */
export class SessionsInMemory implements SessionStore {
  readonly #sessions = new Map<string, Session>();

  get(conversationId: string): Session | null {
    return this.#sessions.get(conversationId) ?? null;
  }

  put(conversationId: string, session: Session): void {
    this.#sessions.delete(conversationId);
    this.#sessions.set(conversationId, session);
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size > 10_000) this.#sessions.delete(oldest);
  }
}

/** Stores sessions in a JSON file, for a program with a single process. Each change writes a new file and renames it over the old one. */
export class SessionsInFile implements SessionStore {
  readonly #path: string;
  #sessions: Promise<Map<string, Session>> | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  async get(conversationId: string): Promise<Session | null> {
    return (await this.#read()).get(conversationId) ?? null;
  }

  async put(conversationId: string, session: Session): Promise<void> {
    (await this.#read()).set(conversationId, session);
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    await this.#writing;
  }

  #read(): Promise<Map<string, Session>> {
    this.#sessions ??= load(this.#path);
    return this.#sessions;
  }

  async #write(): Promise<void> {
    const { rename, writeFile } = await import('node:fs/promises');
    const text = JSON.stringify(Object.fromEntries(await this.#read()), null, 2);
    await writeFile(`${this.#path}.new`, text, { mode: 0o600 });
    await rename(`${this.#path}.new`, this.#path);
  }
}

async function load(path: string): Promise<Map<string, Session>> {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return new Map(Object.entries(JSON.parse(text) as Record<string, Session>));
}
