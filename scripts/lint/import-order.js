/**
 * Imports stand in the order in which they get nearer: node:, packages, relative files.
 * @type {import('eslint').Rule.RuleModule}
 */
export const importOrder = {
  meta: {
    type: 'layout',
    fixable: 'code',
    schema: [],
    messages: { order: 'Import {{source}} before the nearer ones above it: node:, packages, relative.' },
  },
  create(context) {
    return {
      Program: (program) =>
        judge(
          context,
          program.body.filter((node) => node.type === 'ImportDeclaration'),
        ),
    };
  },
};

function judge(context, imports) {
  const ranks = imports.map((node) => rank(node.source.value));
  const at = ranks.findIndex((value, index) => index > 0 && value < (ranks[index - 1] ?? 0));
  if (at === -1) return;
  const node = imports[at];
  context.report({
    node,
    messageId: 'order',
    data: { source: node.source.raw },
    fix: sorted(context.sourceCode, imports),
  });
}

function rank(source) {
  if (source.startsWith('node:')) return 0;
  return source.startsWith('.') ? 2 : 1;
}

/** Sorting moves text, so it is offered only where nothing but blank space stands between the imports. */
function sorted(sourceCode, imports) {
  const first = imports[0];
  const last = imports.at(-1);
  const texts = imports.map((node) => sourceCode.getText(node));
  const between = sourceCode.text.slice(first.range[0], last.range[1]);
  if (between.replace(/\s+/g, '') !== texts.join('').replace(/\s+/g, '')) return null;
  const order = imports.map((node, index) => ({ text: texts[index], rank: rank(node.source.value) }));
  const text = order.toSorted((a, b) => a.rank - b.rank).map((entry) => entry.text);
  return (fixer) => fixer.replaceTextRange([first.range[0], last.range[1]], text.join('\n'));
}
