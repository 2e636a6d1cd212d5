import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blockDefinition, blockTypes, type BlockSender } from '@parley/protocol';
import { firstParagraph, plainWords } from './first-paragraph.ts';

/** A table of all blocks with what each is for, out of their own pages. */
export async function listOfBlocks(root: string): Promise<string> {
  const rows = blockTypes.map(async (type) => {
    const page = await readFile(join(root, `docs/guide/blocks/${type}.md`), 'utf8');
    return `| [\`${type}\`](blocks/${type}.md) | ${plainWords(firstParagraph(page))} | ${sent[blockDefinition(type).sender]} |`;
  });
  return ['| Block | What it is | Sent by |', '| --- | --- | --- |', ...(await Promise.all(rows))].join('\n');
}

const sent: Record<BlockSender, string> = {
  any: 'agents',
  partial: 'agents, in drafts',
  final: 'agents, finally',
  platform: 'the platform',
  nobody: 'nobody yet',
};
