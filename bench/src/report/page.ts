import type { Report } from './report.ts';
import { writeTable } from './table.ts';

const begin = '<!-- results: written by bench/src/report/write-docs.ts -->';
const end = '<!-- /results -->';

/** The page with these reports between its marks, in place of what was there; throws where it has no marks. */
export function fillPage(page: string, reports: readonly Report[]): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error('The page has no marks to write the results between.');
  const written = reports.map(sectionOf).join('\n\n');
  return `${page.slice(0, from + begin.length)}\n\n${written}\n\n${page.slice(to)}`;
}

function sectionOf({ measure, commit, finishedAt, machine, database, missing }: Report): string {
  const { autovacuum } = database;
  const vacuum = autovacuum === undefined ? '' : `, autovacuum ${autovacuum}`;
  const where = `${machine.cpus} processors (${machine.model}), Node ${machine.node}${vacuum}`;
  const { loadBefore, stolen = null } = machine;
  const others = stolen === null ? '' : `, ${(stolen * 100).toFixed(0)} % of the processors’ time taken by the host`;
  const busy = `a load of ${loadBefore.toFixed(1)} before it began${others}`;
  return [
    `### ${measure.title}`,
    `![${measure.title}: the medians as bars](charts/${measure.id}.svg)`,
    writeTable(measure),
    `Commit ${commit}, ${finishedAt.slice(0, 10)}, ${where}, ${busy}.${missing.map((lack) => ` ${lack}`).join('')}`,
  ].join('\n\n');
}
