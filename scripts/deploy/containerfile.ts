import { readFileSync } from 'node:fs';
import type { ImageParts } from './composed-box.ts';

/** An instruction of a Containerfile, its lines joined. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Reads the instructions, without comments. */
export function readContainerfile(path: string): Instruction[] {
  const lines = readFileSync(path, 'utf8')
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...words] = line.trim().split(/\s+/);
      return { name: name.toUpperCase(), text: words.join(' ') };
    });
}

/** What the image of a Containerfile gives a container: its variables, without PATH, its entry point, and where its programs are. */
export function imageOf(path: string): Required<Pick<ImageParts, 'environment' | 'entrypoint' | 'path'>> {
  const instructions = readContainerfile(path);
  const last = instructions.findLastIndex(({ name }) => name === 'FROM');
  const texts = (wanted: string) =>
    instructions.slice(last).flatMap(({ name, text }) => (name === wanted ? [text] : []));
  const { PATH = '', ...environment } = Object.fromEntries(
    texts('ENV').map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
  );
  return {
    environment,
    entrypoint: JSON.parse(texts('ENTRYPOINT')[0] ?? '[]') as string[],
    path: PATH.split(':').slice(0, 1),
  };
}
