/** A text with placeholders: `${env:NAME}` is filled in at start, `{field}` with the arguments of each call. */
export type Template = readonly (string | Field)[];

interface Field {
  readonly field: string;
}

/** Reads a variable of the environment. Returns null if it is not set. */
export type ReadVariable = (name: string) => string | null;

const places = /\$\{([^}]*)\}|\{([^}]*)\}/g;

/**
 * Parses a template and fills in the environment; passes every value from there to `secret`. Throws an `Error` with one
 * sentence if a variable is not set or a placeholder is malformed. Without `fields`, `{` and `}` are plain text.
 */
export function readTemplate(
  text: string,
  { variable, secret, fields }: { variable: ReadVariable; secret: (value: string) => void; fields: boolean },
): Template {
  const pieces: (string | Field)[] = [];
  let end = 0;
  for (const match of text.matchAll(places)) {
    const [whole, quoted, field] = match;
    if (field !== undefined && !fields) continue;
    pieces.push(text.slice(end, match.index));
    pieces.push(quoted === undefined ? { field: fieldName(field ?? '') } : valueOf(quoted, variable, secret));
    end = match.index + whole.length;
  }
  return [...pieces, text.slice(end)].filter((piece) => piece !== '');
}

/** Returns the fields that a template uses. */
export function fieldsOf(template: Template): string[] {
  return template.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.field]));
}

export function fill(template: Template, value: (field: string) => string): string {
  return template.map((piece) => (typeof piece === 'string' ? piece : value(piece.field))).join('');
}

function fieldName(name: string): string {
  if (/^[A-Za-z_][\w-]*$/.test(name)) return name;
  throw new Error(`{${name}} is not the name of an argument.`);
}

function valueOf(quoted: string, variable: ReadVariable, secret: (value: string) => void): string {
  const [, name] = /^env:([A-Za-z_]\w*)$/.exec(quoted) ?? [];
  if (name === undefined) throw new Error(`\${${quoted}} is not written as \${env:NAME}.`);
  const value = variable(name);
  if (value === null) throw new Error(`The environment variable ${name} is not set.`);
  secret(value);
  return value;
}
