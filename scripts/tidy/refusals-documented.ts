import ts from 'typescript';
import { bothWays } from './both-ways.ts';
import { unwrapLiteral } from './is-table.ts';
import type { Rule } from './rule.ts';

const catalogue = 'packages/protocol/src/refusals.ts';
const page = 'docs/errors.md';

/** Every refusal a caller can meet is explained, and nothing is explained that cannot be met. */
export const refusalsDocumented: Rule = {
  name: 'refusals-documented',
  check(repository) {
    if (!repository.paths.includes(catalogue)) return [];
    const text = repository.paths.includes(page) ? repository.read(page) : '';
    return bothWays(catalogueCodes(repository.syntax(catalogue)), documentedCodes(text), page);
  },
};

/** The keys of the exported `refusals` object. */
function catalogueCodes(file: ts.SourceFile): string[] {
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const declaration = statement.declarationList.declarations.find((one) => one.name.getText(file) === 'refusals');
    const literal = unwrapLiteral(declaration?.initializer);
    if (literal === undefined || !ts.isObjectLiteralExpression(literal)) continue;
    return literal.properties.map((property) => property.name?.getText(file).replace(/^['"]|['"]$/g, '') ?? '');
  }
  return [];
}

/** Codes that begin a table row or a heading. Below a heading about reasons stand reason tokens, which are not codes. */
function documentedCodes(text: string): string[] {
  const sections = text.split(/^(?=#{1,6} )/m).filter((section) => !/^#+ .*\breasons?\b/i.test(section));
  return sections.flatMap((section) =>
    [...section.matchAll(/^(?:\||#{2,6})\s*`([a-z][a-z0-9_]*)`/gm)].map((match) => match[1] ?? ''),
  );
}
