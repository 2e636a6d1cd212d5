import { readFileSync } from 'node:fs';
import { whyUnusable } from './why-unusable.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns a reader of settings: `NAME`, or the content of the file that `NAME_FILE` names, as container platforms
 * provide secrets. An empty variable is not set. Throws if such a file is empty or cannot be read.
 *
 * @param names The names of all settings. A `NAME_FILE` that is a setting itself is not the file of `NAME`.
 */
export function settingSource(env: Env, names: readonly string[] = []): (name: string) => string | null {
  return (name) => {
    const file = names.includes(`${name}_FILE`) ? undefined : env[`${name}_FILE`];
    if (file) return contentOf(`${name}_FILE`, file);
    return env[name] || null;
  };
}

function contentOf(name: string, file: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`${name} names ${file}, which cannot be read: ${whyUnusable(error)}.`, { cause: error });
  }
  if (content === '') throw new Error(`${name} names ${file}, which is empty.`);
  return content;
}
