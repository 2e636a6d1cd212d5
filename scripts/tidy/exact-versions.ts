import type { Finding, Rule } from './rule.ts';

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const sections = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'] as const;

/** Every dependency is pinned, so that a build today and a build next year install the same. */
export const exactVersions: Rule = {
  name: 'exact-versions',
  check(repository) {
    const manifests = repository.paths.filter((path) => /(^|\/)package\.json$/.test(path));
    return manifests.flatMap((path) => looseVersions(path, repository.read(path)));
  },
};

function looseVersions(path: string, text: string): Finding[] {
  const manifest = JSON.parse(text) as Partial<Record<(typeof sections)[number], Record<string, string>>>;
  const pinned = sections.flatMap((section) => Object.entries(manifest[section] ?? {}));
  return pinned
    .filter(([, version]) => !exact.test(version))
    .map(([name, version]) => ({
      subject: `${path}#${name}`,
      amount: 1,
      message: `is "${version}"; pin an exact version.`,
    }));
}
