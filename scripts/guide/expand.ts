import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { isBlockType } from '@parley/protocol';
import { blockBody } from './block-body.ts';
import { listOfBlocks } from './list-of-blocks.ts';

/** Puts what a page asks for into its Markdown: samples out of their files, and what is said of a block. */
export async function expand(root: string, markdown: string): Promise<string> {
  const lines = withoutParts(markdown).split('\n');
  return (await Promise.all(lines.map(async (line) => (await partOf(root, line)) ?? line))).join('\n');
}

/** The same with what asked for it around it, so that the page can be read as it is and made anew. */
export async function fillIn(root: string, markdown: string): Promise<string> {
  const lines = withoutParts(markdown).split('\n');
  const filled = lines.map(async (line) => {
    const part = await partOf(root, line);
    return part === null ? line : `${line}\n\n${part}\n\n<!-- /${directiveOf(line).name} -->`;
  });
  return (await Promise.all(filled)).join('\n');
}

/** A page as it is written: nothing stands behind what it asks for. */
export function withoutParts(markdown: string): string {
  return markdown.replaceAll(filled, '$1');
}

/** What a page asks for, with what was put behind it. */
const filled = /^(<!-- (sample|blocks?)\b.*-->)\n(?:(?!<!-- (?:sample|blocks?)\b)[\s\S])*?^<!-- \/\2 -->$/gm;

function directiveOf(line: string): { readonly name: string; readonly rest: string } {
  const [, name = '', rest = ''] = /^<!-- (sample|blocks?):? ?(.*?) ?-->$/.exec(line) ?? [];
  return { name, rest };
}

/** A sample as it stands in its file, or a region of it, as a fence that is named after the file. */
export async function sampleFence(root: string, path: string, region = ''): Promise<string> {
  const text = await readFile(join(root, path), 'utf8');
  const code = region === '' ? withoutMarks(text) : regionOf(text, region, path);
  return `\`\`\`${languageOf(path)} ${basename(path)}\n${code}\n\`\`\``;
}

/** What a line asks for; null where it asks for nothing. */
async function partOf(root: string, line: string): Promise<string | null> {
  const { name, rest } = directiveOf(line);
  switch (name) {
    case 'sample': {
      const [path = '', region] = rest.split(' ');
      return sampleFence(root, path, region);
    }
    case 'block': {
      if (!isBlockType(rest)) throw new Error(`There is no block ${rest}.`);
      const path = (extension: string) => `examples/guide/blocks/${rest}.${extension}`;
      const samples = ['json', 'ts', 'py'].map(path).filter((file) => existsSync(join(root, file)));
      const fences = await Promise.all(samples.map((file) => sampleFence(root, file)));
      return blockBody(rest, fences);
    }
    case 'blocks':
      return listOfBlocks(root);
    default:
      return null;
  }
}

const marks = /^\s*(\/\/|#) #(end)?region\b.*\n?/gm;

function withoutMarks(text: string): string {
  return text.replaceAll(marks, '').trim();
}

function regionOf(text: string, region: string, path: string): string {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => line.trim().replace(/^(\/\/|#) /, '') === `#region ${region}`);
  const end = lines.findIndex((line, index) => index > begin && /^(\/\/|#) #endregion/.test(line.trim()));
  if (begin === -1 || end === -1) throw new Error(`${path} has no region ${region}.`);
  const inside = lines.slice(begin + 1, end);
  const indents = inside.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return inside
    .map((line) => line.slice(indent))
    .join('\n')
    .trim();
}

/** The language of a file, by its ending. */
function languageOf(path: string): string {
  const language = { '.ts': 'ts', '.py': 'python', '.go': 'go', '.sh': 'sh', '.json': 'json' }[extname(path)];
  if (language === undefined) throw new Error(`${path} is in no language of a sample.`);
  return language;
}
