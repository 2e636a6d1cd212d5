import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A service of a compose file, as far as a run of it here needs. */
export interface ComposeService {
  readonly image: string;
  readonly user?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly networks: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly healthcheck: { readonly test: readonly string[] };
  readonly [key: string]: unknown;
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/**
 * Reads a compose file, with its merge keys, and with `${NAME}` and `${NAME:?message}` replaced by the values given.
 *
 * @throws Error if a variable has no value.
 */
export function readCompose(path: string, values: Readonly<Record<string, string>>): Compose {
  const text = readFileSync(path, 'utf8').replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${path} needs a value for ${name}.`);
    return value;
  });
  return parse(text, { merge: true }) as Compose;
}
