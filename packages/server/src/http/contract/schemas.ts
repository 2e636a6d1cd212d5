import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Converts zod schemas to JSON schemas of the document, and collects the named ones, so that each is defined once. */
export interface NamedSchemas {
  /** Returns the JSON schema, or a reference if it is named. */
  describe(schema: z.ZodType): Json;
  /** Adds a schema under this name and returns a reference to it. */
  add(name: string, schema: z.ZodType | Json): Json;
  /** Returns all named schemas by name. */
  all(): Readonly<Record<string, Json>>;
}

/** Returns a reference to a named schema of the document. */
export const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/**
 * Creates the collection. The `id` in zod's metadata is a schema's name. `given` has schemas that zod cannot express.
 */
export function namedSchemas(given: Readonly<Record<string, Json>>): NamedSchemas {
  const all: Record<string, Json> = { ...given };
  const take = (name: string, schema: Json) => {
    all[name] ??= schema;
    return schemaRef(name);
  };
  const describe = (schema: z.ZodType): Json => {
    const { $schema: _schema, $defs = {}, ...json } = z.toJSONSchema(schema, settings);
    for (const [name, definition] of Object.entries($defs))
      if (!isUnnamed(name)) take(name, withReferences(definition));
    return withReferences(json);
  };
  return {
    describe,
    add: (name, schema) => take(name, schema instanceof z.ZodType ? describe(schema) : schema),
    all: () => Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

const settings = {
  target: 'draft-2020-12',
  unrepresentable: 'any',
  io: 'input',
  override: ({ jsonSchema }) => {
    // Removed for readability: patterns that a format already implies, and limits of safe integers.
    if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    if (jsonSchema.contentEncoding === jsonSchema.format) delete jsonSchema.format;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
} as const satisfies z.core.ToJSONSchemaParams;

/** Returns whether zod generated the name: a recursive schema without a name is its schema of any JSON value. */
function isUnnamed(name: string): boolean {
  return name.startsWith('__schema');
}

function withReferences(json: Json): Json {
  const text = JSON.stringify(json).replaceAll(/"#\/\$defs\/(\w+)"/g, (_match, name: string) =>
    JSON.stringify(`#/components/schemas/${isUnnamed(name) ? 'JsonValue' : name}`),
  );
  return JSON.parse(text, (key, value: Json) => (key === 'properties' ? withSpokenDefaults(value) : value)) as Json;
}

/**
 * Moves each `default` into the description. Client generators treat a field with a `default` as always present, but in
 * a request it may be missing.
 */
function withSpokenDefaults(properties: Json): Json {
  const spoken = Object.entries(properties as Record<string, Json>).map(([name, { default: value, ...schema }]) => [
    name,
    value === undefined ? schema : { ...schema, description: `Left out, it is ${JSON.stringify(value)}.` },
  ]);
  return Object.fromEntries(spoken) as Json;
}
