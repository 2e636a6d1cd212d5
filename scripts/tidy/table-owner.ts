import { dirname } from 'node:path/posix';
import { isMigration, isSource, isTest } from './paths.ts';
import type { Repository } from './repository.ts';
import type { Finding, Rule } from './rule.ts';
import { builderTables, sqlLiterals } from './sql-literals.ts';

const server = 'packages/server/src/';
/** A concept with few statements keeps them in one file; one with many gives each theme its own. */
const queriesFile = /\/(?:[a-z0-9-]+-)?queries\.ts$/;

/** The queries of one folder own a table: whoever changes its columns reads that folder's SQL and knows every reader. */
export const tableOwner: Rule = {
  name: 'table-owner',
  check(repository) {
    const tables = createdTables(repository);
    const users = tableUsers(repository, tables);
    return tables.flatMap((table) => judge(table, users.get(table) ?? []));
  },
};

function createdTables(repository: Repository): string[] {
  const migrations = repository.paths.filter((path) => path.startsWith(server) && isMigration(path) && !isTest(path));
  const created = /create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)|createTable\('(\w+)'/gi;
  const names = migrations.flatMap((path) =>
    [...repository.read(path).matchAll(created)].map(([, sql, built]) => sql ?? built),
  );
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** The files that name each table, outside storage, tests and what tests share. */
function tableUsers(repository: Repository, tables: string[]): Map<string, string[]> {
  const users = new Map<string, string[]>(tables.map((table) => [table, []]));
  for (const path of repository.paths.filter(isJudged)) {
    const file = repository.syntax(path);
    const statements = sqlLiterals(file);
    const built = builderTables(file);
    for (const table of tables)
      if (built.includes(table) || statements.some((sql) => namesTable(sql, table))) users.get(table)?.push(path);
  }
  return users;
}

function isJudged(path: string): boolean {
  return path.startsWith(server) && isSource(path) && !isTest(path) && !/\/(storage|testing|fixtures)\//.test(path);
}

function namesTable(sql: string, table: string): boolean {
  return new RegExp(
    `\\b(from|join|into|update|table|only|using|truncate)\\s+(public\\.)?"?${table}\\b(?!\\s*\\()`,
    'i',
  ).test(sql);
}

function judge(table: string, paths: string[]): Finding[] {
  const strangers = paths.filter((path) => !queriesFile.test(path));
  const owners = new Set(paths.filter((path) => queriesFile.test(path)).map(dirname));
  const inWrongFile = strangers.map((path) =>
    finding(path, table, 'is named here; its SQL belongs in the queries of its folder.'),
  );
  if (owners.size === 0)
    return [...inWrongFile, finding('no queries', table, 'is created, but no file of queries names it.')];
  if (owners.size === 1) return inWrongFile;
  const shared = `is named in the queries of ${owners.size} folders (${[...owners].join(', ')}); ask its owner for a query instead.`;
  return [...inWrongFile, { ...finding('several', table, shared), amount: owners.size }];
}

function finding(where: string, table: string, message: string): Finding {
  return { subject: `${where}#${table}`, amount: 1, message };
}
