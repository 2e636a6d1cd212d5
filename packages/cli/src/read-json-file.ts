import { readFile, stat } from 'node:fs/promises';
import { usage } from './failure.ts';

/** What the platform takes as JSON is far below this. */
const bytesMax = 4 * 1024 * 1024;

/** Reads a file of JSON; `-` is stdin. Where it is none, says so with the line and the column as far as they are known. */
export async function readJsonFile(path: string): Promise<unknown> {
  const given = path === '-' ? await readStdin() : await readText(path);
  // Some editors begin a file with a byte-order mark, which JSON does not allow and nobody sees.
  const text = given.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw usage('json_invalid', `${path} is not JSON: ${why}.`, placeIn(text, why));
  }
}

/** All of stdin, at most 4 MiB. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > bytesMax) throw tooLarge('What came on stdin');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function readText(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > bytesMax) throw tooLarge(path);
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    throw usage('file_unreadable', `${path} cannot be read (${code}).`, 'Name a file that there is, or - for stdin.');
  }
}

const tooLarge = (what: string) => usage('file_too_large', `${what} is larger than 4 MiB.`);

function placeIn(text: string, why: string): string {
  const position = /position (\d+)/.exec(why)?.[1];
  if (position === undefined) return 'Check quotes, commas and brackets.';
  const before = text.slice(0, Number(position)).split('\n');
  return `Look at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}.`;
}
