import type { Rule } from './repository.ts';

const pages = /^(ARCHITECTURE|CONTRIBUTING|STYLE)\.md$|^docs\/decisions\//;
/** A file or a folder in backticks, such as `engine/queue/claim.ts` or `engine/queue/`. */
const paths = /`([\w.@-]+(?:\/[\w.@-]+)*(?:\.(?:tsx?|sql|mjs|py)|\/))`/g;

/** A file or folder that a page about the code names exists; a path may leave out where it begins. */
export const noDeadPaths: Rule = (repository) => {
  const known = new Set([...repository.keys()].flatMap(endsOf));
  return [...repository]
    .filter(([path]) => pages.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(paths)]
        .filter(([, named = '']) => !known.has(named))
        .map(({ 1: named, index }) => `${path}:${lineAt(text, index)} names \`${named}\`, which does not exist.`),
    );
};

/** Returns each end of a path, and of the folders above it. */
function endsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.flatMap((_, length) => {
    const above = parts.slice(0, length + 1);
    const end = length + 1 < parts.length ? '/' : '';
    return above.map((_part, from) => above.slice(from).join('/') + end);
  });
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
