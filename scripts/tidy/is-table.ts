import ts from 'typescript';
import { countNodes } from './count-nodes.ts';
import { countLines, linesOf } from './lines.ts';

/** A table is a file of which more than half is one literal of data: no function bodies inside. Length does not make it harder to read. */
export function isTable(file: ts.SourceFile): boolean {
  const literals = file.statements.flatMap((statement) => topLevelLiterals(statement));
  const longest = Math.max(0, ...literals.filter(isData).map((literal) => linesOf(literal, file)));
  return longest * 2 > countLines(file.text);
}

/** The object literal under `as const`, `satisfies`, parentheses and one wrapping call such as `Object.freeze`. */
export function unwrapLiteral(expression: ts.Expression | undefined): ts.Expression | undefined {
  if (expression === undefined) return undefined;
  if (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression) || ts.isParenthesizedExpression(expression))
    return unwrapLiteral(expression.expression);
  if (ts.isCallExpression(expression)) return unwrapLiteral(expression.arguments[0]);
  return expression;
}

function topLevelLiterals(statement: ts.Statement): ts.Expression[] {
  if (!ts.isVariableStatement(statement)) return [];
  const values = statement.declarationList.declarations.map((declaration) => unwrapLiteral(declaration.initializer));
  return values.filter((value) => value !== undefined);
}

function isData(literal: ts.Expression): boolean {
  const isLiteral = ts.isObjectLiteralExpression(literal) || ts.isArrayLiteralExpression(literal);
  return isLiteral && countNodes(literal, ts.isBlock) === 0;
}
