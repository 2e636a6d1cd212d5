import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file that is being written. After a failed write, the rest is dropped and `end` reports the failure. */
export interface DraftFile {
  /** Writes a piece. Resolves when the next piece may follow, even if this one failed. */
  write(piece: Buffer): Promise<void>;
  /** Closes the file. If a write failed, removes the file and rejects with the first error. */
  end(): Promise<void>;
  /** Closes and removes the file. */
  discard(): Promise<void>;
}

/** Creates a file, and its folder if missing. */
export async function draftFile(path: string): Promise<DraftFile> {
  let file: FileHandle | null = null;
  let failure: { readonly error: unknown } | null = null;
  const attempt = async (step: () => Promise<void>): Promise<void> => {
    if (failure) return;
    try {
      await step();
    } catch (error) {
      failure = { error };
    }
  };
  const discard = async () => {
    await file?.close().catch(() => undefined);
    file = null;
    await rm(path, { force: true });
  };
  await attempt(async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    file = await open(path, 'wx', 0o600);
  });
  return {
    write: (piece) => attempt(async () => file?.writeFile(piece)),
    async end() {
      await attempt(async () => file?.close());
      if (!failure) return;
      await discard();
      throw failure.error;
    },
    discard,
  };
}
