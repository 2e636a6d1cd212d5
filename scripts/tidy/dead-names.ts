import type { Rule } from './repository.ts';

/** A `name` in a comment exists somewhere in the code. One that was renamed or removed leads its reader astray. */
export const noDeadNames: Rule = (repository) => {
  const sources = [...repository].filter(([path]) => /^(packages|scripts|bench|fuzz|tests)\/.*\.tsx?$/.test(path));
  const words = new Set(sources.flatMap(([, text]) => text.replace(comments, '').match(/[A-Za-z_]\w*/g) ?? []));
  return sources.flatMap(([path, text]) =>
    namesInComments(text)
      .filter(({ name }) => !name.split('.').some((part) => words.has(part)))
      .map(({ name, line }) => `${path}:${line} names \`${name}\`, which does not exist.`),
  );
};

/** Comments as a reader sees them. What follows a quote, a colon or a letter is part of a string or an address. */
const comments = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g;

function namesInComments(text: string): { name: string; line: number }[] {
  return [...text.matchAll(comments)].flatMap(({ 0: comment, index }) =>
    [...comment.matchAll(/`([A-Za-z_][\w.]*)`/g)].map((match) => ({
      name: match[1] ?? '',
      line: text.slice(0, index + match.index).split('\n').length,
    })),
  );
}
