import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes, Failure } from '../failure.ts';
import type { Question, UnreadMessage } from './question.ts';

/** What is kept of an agent's questions, so that a restarted program continues with them. */
export interface DeskState {
  /** The newest delivery of each room: by it the agent may answer, and ask for a decision. Null once it is good for neither. */
  readonly deliveries: Readonly<Record<string, { readonly deliveryId: string | null; readonly at: string }>>;
  /** Whose deliveries and answers these are. */
  readonly person?: string | null;
  readonly questions: readonly Question[];
  readonly unread: readonly UnreadMessage[];
}

const nothing: DeskState = { deliveries: {}, questions: [], unread: [] };

/** The file of one agent, below HOME and for its owner alone, held by one program at a time. */
export class DeskFile {
  readonly #path: string;
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string) {
    this.#path = path;
  }

  /** Takes the file. A program that has it and still runs is a failure: each delivery goes to one of the two. */
  static async take(home: string, agentId: string): Promise<DeskFile> {
    const folder = join(home, '.parley');
    const path = join(folder, `mcp-${agentId}.json`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new Failure({
        code: 'home_unwritable',
        message: `${folder} cannot be written: ${(error as Error).message}`,
        hint: 'Set HOME to a folder in which questions may be kept.',
        exitCode: exitCodes.fault,
      });
    }
    await lock(`${path}.lock`, agentId);
    return new DeskFile(path);
  }

  async read(): Promise<DeskState> {
    const text = await readFile(this.#path, 'utf8').catch(() => '{}');
    try {
      return { ...nothing, ...(JSON.parse(text) as Partial<DeskState>) };
    } catch {
      return nothing;
    }
  }

  /** Replaces the whole file, after what is being written. */
  write(state: DeskState): Promise<void> {
    this.#writing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        const draft = `${this.#path}.${randomUUID()}`;
        await writeFile(draft, JSON.stringify(state), { mode: 0o600 });
        await rename(draft, this.#path);
      });
    return this.#writing;
  }

  async release(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await rm(`${this.#path}.lock`, { force: true });
  }
}

async function lock(path: string, agentId: string): Promise<void> {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(String(process.pid));
      return await file.close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    if (isRunning(holder)) {
      throw new Failure({
        code: 'agent_in_use',
        message: `Another parley mcp (process ${holder}) speaks for ${agentId} already, and answers would go to one of the two.`,
        hint: 'Register an agent for each program that asks, and give each its own PARLEY_AGENT_*.',
        exitCode: exitCodes.fault,
      });
    }
    await rm(path, { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What was kept, if it was for the same person. Questions of another person are not continued. */
export const ofPerson = (kept: DeskState, person: string | null): DeskState =>
  person !== null && kept.person === person ? kept : { deliveries: {}, questions: [], unread: [], person };
