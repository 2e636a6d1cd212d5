import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditTable } from './audit-table.ts';
import { blockShapeFile } from './block-shapes.ts';
import { connectPrograms } from './connect-programs.ts';
import { folderOrder } from './folder-order.ts';
import type { GeneratedFile } from './generated-file.ts';
import { apiReferences } from './guide/references/api.ts';
import { filledPages } from './guide/filled-pages.ts';
import { cliReference } from './guide/references/cli.ts';
import { sdkReference } from './guide/references/sdk.ts';
import { pythonBlocks } from './python-blocks.ts';
import { pythonTables } from './python-tables.ts';
import { routeAddressFile } from './route-addresses.ts';
import { routeTable } from './route-table.ts';
import { schemaFile } from './schema-file.ts';
import { statementFiles } from './statement-files.ts';
import { transitionFiles } from './transitions.ts';

/** Every generated file. `npm run check` refuses a stale one; `tsx scripts/generated.ts --write` writes them again. */
export const generatedFiles: readonly GeneratedFile[] = [
  ...transitionFiles,
  routeAddressFile,
  schemaFile,
  ...statementFiles,
  routeTable,
  auditTable,
  folderOrder,
  blockShapeFile,
  connectPrograms,
  ...apiReferences,
  cliReference,
  sdkReference,
  pythonTables,
  pythonBlocks,
  ...filledPages,
];

/** The generated files whose text on disk is not what their source gives today. */
export async function staleFiles(root: string, files: readonly GeneratedFile[]): Promise<GeneratedFile[]> {
  const checked = files.map(async (file) => ({
    file,
    isStale: (await textOf(root, file)) !== (await file.generate()),
  }));
  return (await Promise.all(checked)).filter(({ isStale }) => isStale).map(({ file }) => file);
}

async function textOf(root: string, file: GeneratedFile): Promise<string | undefined> {
  return readFile(join(root, file.path), 'utf8').catch(() => undefined);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(import.meta.dirname, '..');
  const stale = await staleFiles(root, generatedFiles);
  if (process.argv.includes('--write'))
    for (const file of stale) await writeFile(join(root, file.path), await file.generate());
  else for (const file of stale) console.error(`${file.path} is stale; run tsx scripts/generated.ts --write.`);
  process.exitCode = stale.length === 0 || process.argv.includes('--write') ? 0 : 1;
}
