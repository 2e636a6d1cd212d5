import type { Rule } from './repository.ts';

/** Every dependency is pinned, so that a build today and a build next year install the same. */
export const exactVersions: Rule = (repository) =>
  pathsOf(repository, /(^|\/)package\.json$/).flatMap((path) => {
    const manifest = JSON.parse(repository.get(path) ?? '') as Record<string, Versions | undefined>;
    const pinned = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'].flatMap((section) =>
      versionsIn(manifest[section] ?? {}),
    );
    // `$name` repeats the version of a direct dependency; `npm:other@1.2.3` is another package under this name.
    const exact = /^(npm:(@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$|^\$/;
    const loose = pinned.filter(([, version]) => !exact.test(version));
    return loose.map(([name, version]) => `${path}: ${name} is "${version}"; pin an exact version.`);
  });

/** By name; an override may be for what one package needs alone. */
interface Versions {
  readonly [name: string]: string | Versions;
}

function versionsIn(versions: Versions): [name: string, version: string][] {
  return Object.entries(versions).flatMap(([name, version]) =>
    typeof version === 'string' ? [[name, version] as [string, string]] : versionsIn(version),
  );
}

/** Whoever installs picks the package registry; an address in the repository would bind everyone to one. */
export const noRegistry: Rule = (repository) =>
  pathsOf(repository, /./)
    .filter((path) =>
      /https?:\/\/registry\.|\bregistry\.(npmjs|yarnpkg)\b|"resolved":\s*"http/.test(repository.get(path) ?? ''),
    )
    .map((path) => `${path} names a package registry address.`);

/** Unfinished work belongs in the issue tracker, where somebody sees it. ESLint reads the TypeScript, this the rest. */
export const noNotesToSelf: Rule = (repository) =>
  pathsOf(repository, /\.(js|cjs|mjs|css|html|md)$/)
    // In brackets, so that this file does not accuse itself.
    .filter((path) => /\b(TOD[O]|FIXM[E]|XX[X])\b/.test(repository.get(path) ?? ''))
    .map((path) => `${path} holds a note to self; do it or open an issue.`);

/** Files stay small: one idea each. ESLint knows the longest that one may be, this how long they usually are. */
export const usualLength: Rule = (repository) => {
  const measured = pathsOf(repository, /^(packages|examples|scripts|fuzz)\/.*\.tsx?$/).filter(
    (path) => !/\.(test|d)\.tsx?$|\/migrations\//.test(path),
  );
  const lengths = measured.map((path) => (repository.get(path) ?? '').trimEnd().split('\n').length);
  lengths.sort((a, b) => a - b);
  const [half = 0, nineTenths = 0] = [0.5, 0.9].map((share) => lengths[Math.ceil(lengths.length * share) - 1]);
  return [
    ...(half > 60 ? [`Half of all files have ${half} lines or more; it may be at most 60.`] : []),
    ...(nineTenths >= 200 ? [`One file in ten has ${nineTenths} lines or more; nine in ten stay under 200.`] : []),
  ];
};

function pathsOf(repository: ReadonlyMap<string, string>, pattern: RegExp): string[] {
  return [...repository.keys()].filter((path) => pattern.test(path));
}
