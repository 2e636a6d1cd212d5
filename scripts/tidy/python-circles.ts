import type { Rule } from './repository.ts';

/** Modules of a Python package never import each other in a circle, for types included. The arrow tool reads no Python. */
export const noPythonCircles: Rule = (repository) => {
  const imports = new Map([...repository].filter(([path]) => path.endsWith('.py')).map(importsOf));
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (imports.get(from) ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      return reaches(next, to, seen.add(next));
    });
  return [...imports].flatMap(([path, targets]) =>
    targets
      .filter((target) => reaches(target, path))
      .map((target) => `${path} imports ${target}, which leads back to it.`),
  );
};

/** The modules beside a file that it imports: `from .name import …` and `from . import name`. */
function importsOf([path, text]: [string, string]): [string, string[]] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const names = [...text.matchAll(/^[ \t]*from \.(\w*) import ([^\n]*)/gm)].flatMap(([, module = '', imported = '']) =>
    module === '' ? imported.split(',').map((name) => name.trim().split(' ')[0] ?? '') : [module],
  );
  return [path, [...new Set(names)].map((name) => `${folder}${name}.py`)];
}
