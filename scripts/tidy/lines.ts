import type ts from 'typescript';

/** The lines of a text; a newline at the end does not begin another. */
export function countLines(text: string): number {
  if (text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The lines a node covers, without the comments before it. */
export function linesOf(node: ts.Node, file: ts.SourceFile): number {
  const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line;
  return file.getLineAndCharacterOfPosition(node.getEnd()).line - first + 1;
}
