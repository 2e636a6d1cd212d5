import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LockedPackage } from './lock-packages.ts';

/** Returns the names, versions and licence texts of packages, each once, by name. What is not installed here is named alone. */
export function noticesOf(root: string, packages: readonly LockedPackage[]): string {
  const byName = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]));
  const parts = [...byName]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([title, { path, license }]) => {
      const folder = join(root, path);
      const files = existsSync(folder)
        ? readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
        : [];
      const texts = files.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim());
      return [`${title} (${license})`, ...texts].join('\n\n');
    });
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `Parley ships with code of these packages, or installs them.${rule}${parts.join(rule)}\n`;
}
