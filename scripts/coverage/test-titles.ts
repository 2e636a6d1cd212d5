import ts from 'typescript';

/** Between the titles of a test and of the groups around it. */
export const within = ' › ';

/**
 * The tests of a file, each by its title after those of the groups around it. A title that is filled in for each case stands
 * as it is written. What is skipped for good is no test.
 */
export function testTitles(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const declared = ts.isCallExpression(node) ? declaration(node) : undefined;
    if (declared?.kind === 'skipped') return;
    const path = declared === undefined ? groups : [...groups, declared.title];
    if (declared?.kind === 'test') found.push(path.join(within));
    else ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(file, []);
  return found;
}

interface Declaration {
  readonly kind: 'test' | 'group' | 'skipped';
  readonly title: string;
}

const kinds: Readonly<Record<string, Declaration['kind']>> = { it: 'test', test: 'test', describe: 'group' };

/** What `it('…')`, `test.each([…])('…')` and `describe.skipIf(…)('…')` declare; nothing for any other call. */
function declaration(call: ts.CallExpression): Declaration | undefined {
  const names = calleeNames(call.expression);
  const kind = kinds[names[0] ?? ''];
  const [title] = call.arguments;
  if (kind === undefined || title === undefined) return undefined;
  if (!ts.isStringLiteralLike(title) && !ts.isTemplateExpression(title)) return undefined;
  const isSkipped = names.includes('skip') || names.includes('todo');
  return { kind: isSkipped ? 'skipped' : kind, title: textOf(title) };
}

function calleeNames(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...calleeNames(callee.expression), callee.name.text];
  return ts.isCallExpression(callee) ? calleeNames(callee.expression) : [];
}

function textOf(title: ts.StringLiteralLike | ts.TemplateExpression): string {
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : title.text;
}
