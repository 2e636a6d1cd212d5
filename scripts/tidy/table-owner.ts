import { dirname } from 'node:path';
import ts from 'typescript';
import type { Repository, Rule } from './repository.ts';
import { builderTables, sqlLiterals } from './sql-literals.ts';

/** A concept with few statements keeps them in one file; one with many gives each theme its own. */
const queriesFile = /\/(?:[a-z0-9-]+-)?queries\.ts$/;

/** The queries of one concept own a table: whoever changes its columns reads that concept's SQL and knows every reader. */
export const tableOwner: Rule = (repository) => {
  const tables = createdTables(repository);
  const users = tableUsers(repository, tables);
  return tables.flatMap((table) => check(table, users.get(table) ?? []));
};

/** A concept is a folder on one of the server's floors, with its wings: `packages/server/src/chat/messages`. */
const conceptOf = (path: string): string => dirname(path).split('/').slice(0, 5).join('/');

/** Storage may name any table; one that it alone names is its own. */
const storage = 'packages/server/src/platform/storage/';

function createdTables(repository: Repository): string[] {
  const migrations = [...repository].filter(([path]) => isOfServer(path) && path.includes('/migrations/'));
  const created = /create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)|createTable\('(\w+)'/gi;
  const names = migrations.flatMap(([, text]) => [...text.matchAll(created)].map(([, sql, built]) => sql ?? built));
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** The files that name each table, but migrations, tests and what tests share. */
function tableUsers(repository: Repository, tables: string[]): Map<string, string[]> {
  const users = new Map<string, string[]>(tables.map((table) => [table, []]));
  for (const [path, text] of repository) {
    if (!isOfServer(path) || /\/(migrations|testing|fixtures)\//.test(path)) continue;
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const statements = sqlLiterals(file);
    const built = builderTables(file);
    for (const table of tables)
      if (built.includes(table) || statements.some((sql) => namesTable(sql, table))) users.get(table)?.push(path);
  }
  return users;
}

function isOfServer(path: string): boolean {
  return path.startsWith('packages/server/src/') && /(?<!\.test|\.d)\.ts$/.test(path);
}

function namesTable(sql: string, table: string): boolean {
  return new RegExp(
    `\\b(from|join|into|update|table|only|using|truncate)\\s+(public\\.)?"?${table}\\b(?!\\s*\\()`,
    'i',
  ).test(sql);
}

function check(table: string, all: string[]): string[] {
  const paths = all.filter((path) => !path.startsWith(storage));
  if (paths.length === 0 && all.length > 0) return [];
  const strangers = paths.filter((path) => !queriesFile.test(path));
  const owners = new Set(paths.filter((path) => queriesFile.test(path)).map(conceptOf));
  return [
    ...strangers.map((path) => `${path} names the table ${table}; its SQL belongs in the queries of its concept.`),
    ...(owners.size === 0 ? [`The table ${table} is created, but no file of queries names it.`] : []),
    ...(owners.size > 1
      ? [`The table ${table} is named in the queries of ${[...owners].join(', ')}; ask its owner for a query instead.`]
      : []),
  ];
}
