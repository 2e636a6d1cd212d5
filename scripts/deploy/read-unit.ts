import { readFileSync } from 'node:fs';

/** What a unit of systemd says of its service: each setting with its values, in order. */
export interface Unit {
  all(setting: string): readonly string[];
  /** @throws Error if the setting is missing or there are several. */
  one(setting: string): string;
}

/** Reads a unit, with `%d` (credentials), `%S` (state) and `%n` (name) in place. Sections are not told apart. */
export function readUnit(path: string, name: string): Unit {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line));
  const specifiers: Readonly<Record<string, string>> = { d: `/run/credentials/${name}`, S: '/var/lib', n: name };
  const settings = lines.map((line) => {
    const at = line.indexOf('=');
    const value = line.slice(at + 1).replace(/%([a-zA-Z])/g, (whole, letter: string) => specifiers[letter] ?? whole);
    return [line.slice(0, at), value] as const;
  });
  const all = (setting: string) => settings.flatMap(([key, value]) => (key === setting ? [value] : []));
  return {
    all,
    one(setting) {
      const [value, ...more] = all(setting);
      if (value === undefined || more.length > 0) throw new Error(`${path} needs one ${setting}.`);
      return value;
    },
  };
}

/** Reads a file of variables as systemd and Compose do: `NAME=value`, and comments. */
export function readVariables(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
