import type { z } from 'zod';

type Schema = z.core.$ZodType;

/** Returns the field names that a schema accepts at a path; an empty list if the value there has no fields. */
export function knownFields(schema: Schema, path: readonly PropertyKey[]): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return knownFields(def.innerType, path);
    case 'pipe':
      return knownFields(def.in, path);
    case 'union':
      return def.options.flatMap((option) => knownFields(option, path));
    case 'array':
      return path.length === 0 ? [] : knownFields(def.element, path.slice(1));
    case 'object': {
      const [name, ...rest] = path;
      if (name === undefined) return Object.keys(def.shape);
      const field = Object.hasOwn(def.shape, name) ? def.shape[String(name)] : undefined;
      return field === undefined ? [] : knownFields(field, rest);
    }
    default:
      return [];
  }
}
