/** A JSON schema as far as a table of fields looks at it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly [bound: string]: unknown;
}

/** What a named schema stands for; null where its name says enough. */
export type Resolve = (reference: string) => Schema | null;

/** A table of the fields of an object, those of inner objects too, with what each may be; empty where there are none. */
export function fieldTable(schema: Schema, resolve: Resolve = () => null): string {
  const rows = fieldRows(schema, '', resolve, 0);
  if (rows.length === 0) return '';
  return ['| Field | What it is | Needed |', '| --- | --- | --- |', ...rows].join('\n');
}

const deepest = 4;

function fieldRows(schema: Schema, prefix: string, resolve: Resolve, depth: number): string[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, given]) => {
    const field = unwrapped(given, resolve);
    const need = required.includes(name) ? 'required' : 'optional';
    const row = `| \`${prefix}${name}\` | ${typeOf(given, resolve)}${notesOf(field)} | ${need} |`;
    if (depth === deepest) return [row];
    const inner = field.items ? unwrapped(field.items, resolve) : field;
    return [row, ...fieldRows(inner, `${prefix}${name}${field.items ? '[]' : ''}.`, resolve, depth + 1)];
  });
}

/** The schema behind a name, and what is there where null is the other choice. */
function unwrapped(schema: Schema, resolve: Resolve): Schema {
  const { $ref, allOf, anyOf, oneOf } = schema;
  if ($ref !== undefined) {
    const named = resolve($ref);
    return named ? unwrapped(named, resolve) : schema;
  }
  const choices = (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null');
  const only = choices.length === 1 ? choices[0] : allOf?.length === 1 ? allOf[0] : undefined;
  return only ? unwrapped(only, resolve) : schema;
}

/** What a value is, in a few words. */
export function typeOf(schema: Schema, resolve: Resolve): string {
  const { $ref, anyOf, oneOf, allOf, items, properties, type } = schema;
  if ($ref !== undefined) {
    const named = resolve($ref);
    return named ? typeOf(named, resolve) : `\`${$ref.split('/').at(-1)}\``;
  }
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  const choices = anyOf ?? oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, resolve)))].join(' or ');
  if (allOf?.[0]) return typeOf(allOf[0], resolve);
  if (items) return `array of ${plural(typeOf(items, resolve))}`;
  if (properties) return 'object';
  if (type === undefined) return 'any JSON';
  return [type].flat().join(' or ');
}

const plural = (type: string) => (/^(object|string|number|integer|boolean)$/.test(type) ? `${type}s` : type);

/** The bounds of a value, in words. */
function notesOf(schema: Schema): string {
  const notes = [
    range(schema['minLength'], schema['maxLength'], 'characters'),
    range(schema['minItems'], schema['maxItems'], 'items'),
    range(schema['minimum'], schema['maximum'], ''),
    typeof schema['exclusiveMinimum'] === 'number' ? `above ${schema['exclusiveMinimum']}` : '',
    schema.format ?? '',
    schema.format === undefined ? patternNote(schema.pattern) : '',
    schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\` unless given`,
    cell(schema.description ?? ''),
  ].filter((note) => note !== '');
  return notes.map((note) => `, ${note}`).join('');
}

/** Ids are known by their prefix. */
function patternNote(pattern: string | undefined): string {
  if (pattern === undefined) return '';
  const prefix = /^\^(\w+_)\[0-9A-HJKMNP-TV-Z\]\{26\}\$$/.exec(pattern)?.[1];
  return prefix === undefined ? `matches \`${cell(pattern)}\`` : `\`${prefix}…\``;
}

function range(min: unknown, max: unknown, unit: string): string {
  const [least, most] = [numberOf(min, unit === ''), numberOf(max, true)];
  if (least === null && most === null) return '';
  if (least === null) return `at most ${shown(most)} ${unit}`.trim();
  if (most === null) return `at least ${shown(least)} ${unit}`.trim();
  return `${shown(least)} to ${shown(most)} ${unit}`.trim();
}

/** A bound that says something: nothing has fewer than no characters, and the largest safe number is none. */
function numberOf(value: unknown, mayBeZero: boolean): number | null {
  if (typeof value !== 'number' || Math.abs(value) >= Number.MAX_SAFE_INTEGER) return null;
  return value === 0 && !mayBeZero ? null : value;
}

const shown = (value: number | null) => String(value?.toLocaleString('en'));

/** Text as it may stand in a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
