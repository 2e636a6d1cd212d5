import { readFileSync } from 'node:fs';
import { whyUnusable } from './why-unusable.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings from the environment: `NAME`, or the content of the file that `NAME_FILE` names, as container platforms hand
 * over secrets. What is empty is not set; a file that is empty or cannot be read is an error, because whoever names one means
 * what is in it.
 */
export function settingSource(env: Env): (name: string) => string | null {
  return (name) => {
    const file = env[`${name}_FILE`];
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
