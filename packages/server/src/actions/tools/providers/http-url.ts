import { fieldsOf, fill, type Template } from '../template.ts';
import type { ArgumentsFault, ToolArguments } from '../tool.ts';

/**
 * Validates the template of a URL. Fields may be in the path and the query only, so that no argument chooses which host
 * receives the operator's credentials. Throws an `Error` with one sentence if it is not a URL or if a field comes
 * before the path.
 */
export function validateUrlTemplate(template: Template): void {
  const [one, other] = [fill(template, () => 'a'), fill(template, () => 'b')];
  if (!URL.canParse(one)) throw new Error('It is not a URL.');
  const { origin, username, password, protocol } = new URL(one);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('The URL must start with https:// or http://.');
  if (username !== '' || password !== '') throw new Error('The URL must not carry a user name or password.');
  if (!URL.canParse(other) || new URL(other).origin !== origin)
    throw new Error('An argument may stand in the path and the query of a URL only.');
}

/**
 * Validates the arguments that fill a URL: each must be present and stay one segment of the path. Returns null if they
 * are valid.
 */
export function validateUrlFields(template: Template, args: ToolArguments): ArgumentsFault | null {
  for (const field of fieldsOf(template)) {
    const path = `/${field}`;
    const text = scalarText(args[field]);
    if (text === null) return { path, message: 'must be a text, a number or a boolean' };
    // `.` and `..` are path steps even if percent-encoded.
    if (['', '.', '..'].includes(text)) return { path, message: 'must be more than nothing and dots' };
  }
  return null;
}

/** Builds the URL of a call. Percent-encodes the arguments in its template and appends `query`. */
export function buildUrl(template: Template, args: ToolArguments, query: ToolArguments): URL {
  const url = new URL(fill(template, (field) => encodeURIComponent(scalarText(args[field]) ?? '')));
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      url.searchParams.append(name, scalarText(one) ?? JSON.stringify(one));
    }
  }
  return url;
}

function scalarText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
