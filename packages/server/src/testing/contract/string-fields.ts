import type { z } from 'zod';

export type Place = readonly (string | number)[];

/**
 * A string field of a schema. `holding` builds the smallest value with a text in this field; members that select a
 * variant come before it.
 */
export interface StringField {
  readonly place: Place;
  readonly holding: (text: string) => unknown;
}

/** Returns every string field of a schema, including those in lists, records and variants. */
export function stringFields(schema: z.core.$ZodType, place: Place = []): StringField[] {
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def'];
  switch (def.type) {
    case 'string':
    case 'enum':
    case 'unknown':
    case 'custom':
      return [{ place, holding: (text) => text }];
    case 'object': {
      const fixed = literalsOf(def.shape);
      return Object.entries(def.shape).flatMap(([name, field]) =>
        inside(stringFields(field, [...place, name]), (value) => ({ ...fixed, [name]: value })),
      );
    }
    case 'array':
      return inside(stringFields(def.element, [...place, 0]), (value) => [value]);
    case 'record':
      return [
        ...inside(stringFields(def.valueType, [...place, 'a']), (value) => ({ a: value })),
        { place: [...place, 'key'], holding: (text) => ({ [text]: 'a' }) },
      ];
    case 'union':
      return def.options.flatMap((option) => stringFields(option, place));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return stringFields(def.innerType, place);
    case 'pipe':
      return stringFields(def.in._zod.def.type === 'transform' ? def.out : def.in, place);
    default:
      return [];
  }
}

const inside = (fields: StringField[], wrap: (value: unknown) => unknown): StringField[] =>
  fields.map(({ place, holding }) => ({ place, holding: (text) => wrap(holding(text)) }));

function literalsOf(shape: Readonly<Record<string, z.core.$ZodType>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, { _zod }]) => {
      const def = _zod.def as z.core.$ZodTypes['_zod']['def'];
      return def.type === 'literal' ? [[name, def.values[0]]] : [];
    }),
  );
}
