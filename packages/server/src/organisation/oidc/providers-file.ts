import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isLoopback } from '../../platform/settings/loopback.ts';
import { fill, readTemplate, type ReadVariable } from '../../actions/tools/template.ts';

const name = z.string().min(1).max(200);
const names = z.array(name).max(100);
const issuer = z
  .string()
  .max(500)
  .refine(isIssuer, { message: 'this is an https URL without query; http is for this machine alone.' });

const provider = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, { message: 'an id has 1 to 32 of a-z, 0-9 and -.' })
      .refine((id) => id !== 'password' && id !== 'passkey', { message: 'this id names another way of signing in.' }),
    name: z.string().trim().min(1).max(60),
    issuer,
    client_id: name,
    client_secret: z.string().min(1).max(1000),
    scopes: z
      .array(name.regex(/^[!#-[\]-~]+$/))
      .max(20)
      .default(['profile', 'email']),
    handle_claim: name.default('preferred_username'),
    email_domains: z.array(name.toLowerCase()).max(100).default([]),
    trust_email: z.boolean().default(false),
    groups_claim: name.optional(),
    admin_groups: names.default([]),
    required_groups: names.default([]),
  })
  .superRefine((entry, context) => {
    for (const field of ['admin_groups', 'required_groups'] as const)
      if (entry[field].length > 0 && entry.groups_claim === undefined)
        context.addIssue({
          code: 'custom',
          path: [field],
          message: 'name the claim with the groups too: groups_claim.',
        });
  });

const providersFile = z.strictObject({ providers: z.array(provider).min(1).max(20) });

export type ProviderEntry = z.infer<typeof provider>;

/** The providers file cannot be used. The message names the file, the place in it, and what to write there. */
export class ProvidersFileError extends Error {
  constructor(file: string, path: string, reason: string) {
    super(`The providers file ${file} cannot be used${path === '' ? '' : ` at ${path}`}: ${reason}`);
    this.name = 'ProvidersFileError';
  }
}

/**
 * Reads the operator's file of providers, and fills in the secrets that it quotes. Throws a `ProvidersFileError` if it
 * cannot be read, is not JSON or is not valid, or a quoted variable is not set.
 */
export function readProvidersFile(file: string, variable: ReadVariable): ProviderEntry[] {
  const parsed = providersFile.safeParse(readJson(file));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])];
    const reason = unknown === undefined ? (issue?.message ?? 'it is not valid.') : 'there is no such field.';
    throw new ProvidersFileError(file, path.map((key) => `/${String(key)}`).join(''), reason);
  }
  const { providers } = parsed.data;
  for (const [index, { id }] of providers.entries())
    if (providers.findIndex((other) => other.id === id) !== index)
      throw new ProvidersFileError(file, `/providers/${index}/id`, `the id ${id} is taken.`);
  return providers.map((entry, index) => ({
    ...entry,
    client_id: quoted(file, `/providers/${index}/client_id`, entry.client_id, variable),
    client_secret: quoted(file, `/providers/${index}/client_secret`, entry.client_secret, variable),
  }));
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ProvidersFileError(
      file,
      '',
      `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProvidersFileError(file, '', `it is not JSON: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

function quoted(file: string, path: string, text: string, variable: ReadVariable): string {
  try {
    return fill(readTemplate(text, { variable, secret: () => undefined, fields: false }), () => '');
  } catch (error) {
    throw new ProvidersFileError(file, path, error instanceof Error ? error.message : 'it cannot be used.');
  }
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  if (search !== '' || hash !== '' || username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
