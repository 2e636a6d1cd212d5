import ts from 'typescript';

/** The texts in a file that are SQL: templates tagged `sql`, and literals that begin like a statement. Prose and imports are not. */
export function sqlLiterals(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && /(^|\.)sql\b/i.test(node.tag.getText(file)))
      found.push(node.template.getText(file));
    else if (isText(node) && beginsLikeSql(node.getText(file))) found.push(node.getText(file));
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Tables named the way the query builder takes them: `selectFrom('messages as m')`, `innerJoin('users', …)`. */
export function builderTables(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first] = node.arguments;
      const isBuilder = /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|\w*[jJ]oin)$/.test(
        node.expression.name.text,
      );
      if (isBuilder && first !== undefined && ts.isStringLiteralLike(first))
        found.push(first.text.split(/\s/)[0] ?? '');
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function beginsLikeSql(text: string): boolean {
  return /^['"`]\s*(with|select|insert\s+into|update|delete\s+from|merge\s+into|lock\s+table|truncate|explain)\s/i.test(
    text,
  );
}
