import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of others, as the lock file has it. */
export interface LockedPackage {
  /** Its folder below the repository. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** `sha512-` and base64. */
  readonly integrity: string | null;
  readonly needs: readonly string[];
}

interface Entry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages of the lock file: by name and version, and with all that a folder of ours needs. */
export function lockPackages(root: string) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> };
  const entries = lock.packages;
  const toPackage = (path: string): LockedPackage => {
    const { version = '', license = 'UNKNOWN', integrity = null, ...entry } = entries[path] ?? {};
    const needs = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }).flatMap(
      (one) => resolve(one, path) ?? [],
    );
    return { path, name: path.slice(path.lastIndexOf('node_modules/') + 13), version, license, integrity, needs };
  };

  /** The folder that Node would take a package from, for code in `from`; null where it is not installed or ours. */
  function resolve(name: string, from: string): string | null {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
      if (entries[path] !== undefined) return entries[path].link === true ? null : path;
      if (at === '') return null;
    }
  }

  return {
    /** @throws Error if the lock file does not have it. */
    find(name: string, version: string): LockedPackage {
      const path = Object.keys(entries).find(
        (one) => one.endsWith(`node_modules/${name}`) && entries[one]?.version === version,
      );
      if (path === undefined) throw new Error(`package-lock.json does not have ${name} ${version}.`);
      return toPackage(path);
    },
    /** Everything that these need, for code in the folder `from`, and what those need. */
    closure(names: readonly string[], from: string): LockedPackage[] {
      const found = new Map<string, LockedPackage>();
      const visit = (path: string | null) => {
        if (path === null || found.has(path)) return;
        const one = toPackage(path);
        found.set(path, one);
        one.needs.forEach(visit);
      };
      for (const name of names) visit(resolve(name, from));
      return [...found.values()];
    },
  };
}
