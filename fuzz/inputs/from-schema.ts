import fc from 'fast-check';
import { between, oneOf } from '../target.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Values that fit a JSON Schema, or nearly: its bounds are met, and now and then overstepped by one. */
export function fromSchema(root: Schema): fc.Arbitrary<unknown> {
  const definitions = (root['$defs'] ?? {}) as Record<string, Schema>;
  const valueOf = (schema: Schema): fc.Arbitrary<unknown> => {
    if (typeof schema['$ref'] === 'string') return valueOf(definitions[schema['$ref'].replace('#/$defs/', '')] ?? {});
    const choices = (schema['oneOf'] ?? schema['anyOf']) as Schema[] | undefined;
    if (choices) return fc.oneof(...choices.map(valueOf));
    if ('const' in schema) return fc.constant(schema['const']);
    if (Array.isArray(schema['enum'])) return oneOf<unknown>(...(schema['enum'] as unknown[]));
    switch (schema['type']) {
      case 'object':
        return objectOf(schema, valueOf);
      case 'array': {
        const item = valueOf(schema['items'] as Schema);
        return sizeOf(schema, 'Items', 4).chain((size) => fc.array(item, { minLength: size, maxLength: size }));
      }
      case 'string':
        return stringOf(schema);
      case 'integer':
      case 'number':
        return numberOf(schema);
      case 'boolean':
        return fc.boolean();
      default:
        return oneOf<unknown>(null, 1, 'x', 1.5, false);
    }
  };
  return valueOf(root);
}

function objectOf(schema: Schema, valueOf: (schema: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const members = Object.entries(properties).map(([key, member]) => [key, valueOf(member)] as const);
  const named = fc.record(Object.fromEntries(members), { requiredKeys: (schema['required'] ?? []) as string[] });
  if (typeof schema['additionalProperties'] !== 'object') return named;
  const open = valueOf(schema['additionalProperties'] as Schema);
  // Charts name the members of their rows; with the same few names everywhere they often meet.
  return fc
    .tuple(named, fc.record({ x: open, y: open, month: open }))
    .map((parts) => Object.assign({}, ...parts) as object);
}

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

function stringOf(schema: Schema): fc.Arbitrary<string> {
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : null;
  const fitting = pattern ? samples.filter((sample) => pattern.test(sample)) : [];
  if (schema['format'] !== undefined || (fitting.length > 0 && schema['maxLength'] === undefined))
    return oneOf(...(fitting.length > 0 ? fitting : samples));
  return fc
    .tuple(oneOf('a', 'b', 'é', '😀', '<', '*', '`', '\n'), sizeOf(schema, 'Length', 5))
    .map(([character, size]) => character.repeat(size));
}

function sizeOf(schema: Schema, of: 'Length' | 'Items', usual: number): fc.Arbitrary<number> {
  const least = (schema[`min${of}`] ?? 0) as number;
  const most = (schema[`max${of}`] ?? least + usual) as number;
  const edges = [least, most, most + 1, least - 1].filter((size) => size >= 0 && size <= 201);
  return fc.oneof(
    { weight: 9, arbitrary: between(least, Math.min(most, least + usual)) },
    { weight: 1, arbitrary: oneOf(least, ...edges) },
  );
}

function numberOf(schema: Schema): fc.Arbitrary<number> {
  const least = (schema['minimum'] ?? schema['exclusiveMinimum'] ?? -1000) as number;
  const most = (schema['maximum'] ?? 1000) as number;
  const edges = [least, most, least - 1, most + 1, 0, -0, 1e308, 5e-324, 0.1, 2 ** 53];
  const usual = between(Math.ceil(Math.max(least, -1000)), Math.floor(Math.min(most, 1000)));
  return fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: oneOf(...edges) });
}
