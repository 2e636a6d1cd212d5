import ts from 'typescript';
import { countNodes } from './count-nodes.ts';
import { isSource, isTest } from './paths.ts';
import type { Rule } from './rule.ts';

/** The environment is read in one place, so that every setting has a name, a type and a default. */
export const processEnv: Rule = {
  name: 'process-env',
  check(repository) {
    return repository.paths
      .filter((path) => isSource(path) && !mayReadEnvironment(path))
      .map((path) => ({ path, amount: countNodes(repository.syntax(path), readsEnvironment) }))
      .filter(({ amount }) => amount > 0)
      .map(({ path, amount }) => ({ subject: path, amount, message: 'reads process.env; only config.ts may.' }));
  },
};

function mayReadEnvironment(path: string): boolean {
  return (
    /^packages\/(server|cli)\/src\/config\.ts$/.test(path) ||
    /^(scripts|bench|examples)\//.test(path) ||
    /\/(testing|fixtures)\/|\.config\.ts$/.test(path) ||
    isTest(path)
  );
}

function readsEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'env' && isProcess(node.expression);
  if (ts.isElementAccessExpression(node))
    return isProcess(node.expression) && /env/.test(node.argumentExpression.getText());
  if (ts.isVariableDeclaration(node))
    return node.initializer !== undefined && isProcess(node.initializer) && /\benv\b/.test(node.name.getText());
  return ts.isImportSpecifier(node) && importedName(node) === 'env' && /process['"]/.test(importedFrom(node));
}

function isProcess(node: ts.Node): boolean {
  return /^(globalThis\.)?process$/.test(node.getText());
}

function importedName(node: ts.ImportSpecifier): string {
  return (node.propertyName ?? node.name).text;
}

function importedFrom(node: ts.ImportSpecifier): string {
  return node.parent.parent.parent.moduleSpecifier.getText();
}
