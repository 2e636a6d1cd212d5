import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file that is being written. Once a write has failed the rest is dropped, and the failure waits for the end. */
export interface DraftFile {
  /** Resolves when it may have the next piece, whether this one could be written or not. */
  write(piece: Buffer): Promise<void>;
  /** Closes the file. Where anything failed it removes the file and rejects with the first failure. */
  end(): Promise<void>;
  /** Closes and removes the file. */
  discard(): Promise<void>;
}

/** Makes a file, with its folder where that is missing. */
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
