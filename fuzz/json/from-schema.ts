import type { Random } from '../engine/random.ts';

type Schema = Readonly<Record<string, unknown>>;

/** A value that fits a JSON Schema, or nearly: its bounds are met, and now and then overstepped by one. */
export function fromSchema(root: Schema, random: Random): unknown {
  return valueOf(root, root, random);
}

function valueOf(schema: Schema, root: Schema, random: Random): unknown {
  if (typeof schema['$ref'] === 'string') return valueOf(definition(root, schema['$ref']), root, random);
  const choices = (schema['oneOf'] ?? schema['anyOf']) as Schema[] | undefined;
  if (choices) return valueOf(random.pick(choices), root, random);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum'] as unknown[]);
  switch (schema['type']) {
    case 'object':
      return objectOf(schema, root, random);
    case 'array':
      return Array.from({ length: sizeOf(schema, 'Items', 4, random) }, () =>
        valueOf(schema['items'] as Schema, root, random),
      );
    case 'string':
      return stringOf(schema, random);
    case 'integer':
    case 'number':
      return numberOf(schema, random);
    case 'boolean':
      return random.chance(0.5);
    default:
      return random.pick([null, 1, 'x', 1.5, false]);
  }
}

function definition(root: Schema, reference: string): Schema {
  return (root['$defs'] as Record<string, Schema>)[reference.replace('#/$defs/', '')] ?? {};
}

function objectOf(schema: Schema, root: Schema, random: Random): unknown {
  const required = (schema['required'] ?? []) as string[];
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const present = properties.filter(([key]) => (required.includes(key) ? !random.chance(0.01) : random.chance(0.5)));
  const members = present.map(([key, member]) => [key, valueOf(member, root, random)]);
  const open = typeof schema['additionalProperties'] === 'object' ? (schema['additionalProperties'] as Schema) : null;
  if (open) for (const key of keysOfRows) members.push([key, valueOf(open, root, random)]);
  return Object.fromEntries(members) as unknown;
}

/** Charts name the members of their rows; with the same few names everywhere they often meet. */
const keysOfRows = ['x', 'y', 'month'];

const samples = [
  'ast_01KDW3N8G00000000000000000',
  'tsk_01KDW3N8G00000000000000000',
  'x',
  'y',
  'month',
  'Name_1',
  '2026-01-31T09:00:00Z',
  '2026-01-31T09:00:00.5+02:00',
  '2024-02-29T23:59:59-11:30',
];

function stringOf(schema: Schema, random: Random): string {
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : null;
  const fitting = pattern ? samples.filter((sample) => pattern.test(sample)) : [];
  if (schema['format'] !== undefined || (fitting.length > 0 && schema['maxLength'] === undefined))
    return random.pick(fitting.length > 0 ? fitting : samples);
  return random.pick(['a', 'b', 'é', '😀', '<', '*', '`', '\n']).repeat(sizeOf(schema, 'Length', 5, random));
}

function sizeOf(schema: Schema, of: 'Length' | 'Items', usual: number, random: Random): number {
  const least = typeof schema[`min${of}`] === 'number' ? (schema[`min${of}`] as number) : 0;
  const most = typeof schema[`max${of}`] === 'number' ? (schema[`max${of}`] as number) : least + usual;
  const edges = [least, most, most + 1, least - 1].filter((size) => size >= 0 && size <= 201);
  return random.chance(0.1) ? random.pick([...edges, least]) : random.between(least, Math.min(most, least + usual));
}

function numberOf(schema: Schema, random: Random): number {
  const least = (schema['minimum'] ?? schema['exclusiveMinimum'] ?? -1000) as number;
  const most = (schema['maximum'] ?? 1000) as number;
  if (random.chance(0.2)) return random.pick([least, most, least - 1, most + 1, 0, -0, 1e308, 5e-324, 0.1, 2 ** 53]);
  return random.between(Math.max(least, -1000), Math.min(most, 1000));
}
