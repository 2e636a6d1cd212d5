import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { drawChart } from './chart.ts';
import { fillPage } from './page.ts';
import { readReports, resultsFolder } from './results.ts';

const page = fileURLToPath(new URL('../../LABORATORY.md', import.meta.url));
const charts = fileURLToPath(new URL('../../charts', import.meta.url));

/** Writes the tables and charts of the last full runs into bench/LABORATORY.md, between its marks. */
async function writeDocs(folder: string): Promise<void> {
  const reports = await readReports(folder);
  await mkdir(charts, { recursive: true });
  for (const { measure } of reports) await writeFile(join(charts, `${measure.id}.svg`), drawChart(measure));
  const filled = fillPage(await readFile(page, 'utf8'), reports);
  await writeFile(page, await format(filled, { ...(await resolveConfig(page)), filepath: page }));
}

await writeDocs(process.argv[2] ?? resultsFolder);
