import ts from 'typescript';
import { countNodes } from './count-nodes.ts';
import { isSource, isTest } from './paths.ts';
import type { Rule } from './rule.ts';

/** Packages log through the logger they are given; only the command line owns its terminal. */
export const consoleLog: Rule = {
  name: 'console-log',
  check(repository) {
    return repository.paths
      .filter((path) => path.startsWith('packages/') && isSource(path) && !isExempt(path))
      .map((path) => ({ path, amount: countNodes(repository.syntax(path), isConsoleLog) }))
      .filter(({ amount }) => amount > 0)
      .map(({ path, amount }) => ({ subject: path, amount, message: 'writes to the console; use the logger.' }));
  },
};

function isExempt(path: string): boolean {
  return path.startsWith('packages/cli/') || isTest(path);
}

function isConsoleLog(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) && /^console\.(log|info|debug)$/.test(node.getText());
}
