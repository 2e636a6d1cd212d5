import ts from 'typescript';

/** How many nodes of a tree satisfy the question. */
export function countNodes(tree: ts.Node, asked: (node: ts.Node) => boolean): number {
  let count = asked(tree) ? 1 : 0;
  ts.forEachChild(tree, (child) => {
    count += countNodes(child, asked);
  });
  return count;
}
