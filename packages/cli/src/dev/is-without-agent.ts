import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Whether this folder holds no agent, and none was named: there is no manifest of the usual name, no command and no script that starts one. */
export async function isWithoutAgent(words: readonly string[], { file }: { readonly file: string }): Promise<boolean> {
  if (words.length > 0 || file !== 'parley.json' || existsSync(file)) return false;
  const text = await readFile('package.json', 'utf8').catch(() => '{}');
  return !/"start"\s*:/.test(text);
}
