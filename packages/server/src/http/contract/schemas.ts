import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Turns schemas into what stands in the document, and gathers those that have a name, so that each is written out once. */
export interface NamedSchemas {
  /** The schema as it stands in the document: a reference where it has a name. */
  describe(schema: z.ZodType): Json;
  /** Writes a schema out under this name, and gives a reference to it. */
  add(name: string, schema: z.ZodType | Json): Json;
  /** All that have a name, by their names. */
  all(): Readonly<Record<string, Json>>;
}

/** A reference to a schema of the document. */
export const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Schemas are named by their `id` in zod's metadata. `given` are those whose form zod cannot say. */
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
    // What a format says already, and bounds that no number of JSON passes unharmed, would only hide what matters.
    if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    if (jsonSchema.contentEncoding === jsonSchema.format) delete jsonSchema.format;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
} as const satisfies z.core.ToJSONSchemaParams;

/** What calls itself without having a name is zod's schema of any JSON value. */
function isUnnamed(name: string): boolean {
  return name.startsWith('__schema');
}

function withReferences(json: Json): Json {
  const text = JSON.stringify(json).replaceAll(/"#\/\$defs\/(\w+)"/g, (_match, name: string) =>
    JSON.stringify(`#/components/schemas/${isUnnamed(name) ? 'JsonValue' : name}`),
  );
  return JSON.parse(text, (key, value: Json) => (key === 'properties' ? withSpokenDefaults(value) : value)) as Json;
}

/** Generators of clients take a field with a `default` for one that is always there, which it is not in a request; so words say it. */
function withSpokenDefaults(properties: Json): Json {
  const spoken = Object.entries(properties as Record<string, Json>).map(([name, { default: value, ...schema }]) => [
    name,
    value === undefined ? schema : { ...schema, description: `Left out, it is ${JSON.stringify(value)}.` },
  ]);
  return Object.fromEntries(spoken) as Json;
}
