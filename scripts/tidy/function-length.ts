import ts from 'typescript';
import { linesOf } from './lines.ts';
import { isMeasured } from './paths.ts';
import type { Finding, Rule } from './rule.ts';

const longest = 70;

/** A function fits on a screen. */
export const functionLength: Rule = {
  name: 'function-length',
  check(repository) {
    return repository.paths.filter(isMeasured).flatMap((path) => longFunctions(path, repository.syntax(path)));
  },
};

function longFunctions(path: string, file: ts.SourceFile): Finding[] {
  const found: Finding[] = [];
  const visit = (node: ts.Node): void => {
    const lines = ts.isFunctionLike(node) && 'body' in node && node.body !== undefined ? linesOf(node, file) : 0;
    if (lines > longest) found.push(tooLong(path, nameOf(node, file), lines));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function tooLong(path: string, name: string, lines: number): Finding {
  return {
    subject: `${path}#${name}`,
    amount: lines,
    message: `has ${lines} lines; a function has at most ${longest}.`,
  };
}

function nameOf(node: ts.Node, file: ts.SourceFile): string {
  const named = [node, node.parent].find(
    (candidate): candidate is ts.NamedDeclaration => 'name' in candidate && candidate.name !== undefined,
  );
  return named?.name?.getText(file) ?? 'anonymous';
}
