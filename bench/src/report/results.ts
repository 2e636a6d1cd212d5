import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from './report.ts';

/** Where the last full run of each measure is kept, and below it that of quick ones, which is not for publishing. */
export const resultsFolder = fileURLToPath(new URL('../../results', import.meta.url));
export const quickFolder = join(resultsFolder, 'quick');

/** Keeps a report in place of the last one of its measure; gives the file. */
export async function keepReport(report: Report): Promise<string> {
  const folder = report.quick ? quickFolder : resultsFolder;
  const file = join(folder, `${report.measure.id}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.tmp`, `${JSON.stringify(report, null, 2)}\n`);
  await rename(`${file}.tmp`, file);
  return file;
}

/** The last report of each measure, in the order of their numbers. */
export async function readReports(folder: string): Promise<Report[]> {
  const files = (await readdir(folder)).filter((name) => /^p\d+\.json$/.test(name));
  const reports = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Report),
  );
  return reports.sort((a, b) => Number(a.measure.id.slice(1)) - Number(b.measure.id.slice(1)));
}
