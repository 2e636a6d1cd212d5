import { blockRegistry } from '@parley/protocol';
import type { Shape } from '../packages/protocol/src/blocks/shapes/shape.ts';
import type { GeneratedFile } from './generated-file.ts';

/** The shapes of all blocks without their schemas, for agents that are bundled. */
export const blockShapeFile: GeneratedFile = {
  path: 'packages/protocol/src/blocks/shapes/block-shapes.ts',
  generate: () => {
    const rows = Object.entries(blockRegistry).map(
      ([type, { sender, inbound }]) => `  ${type}: ${JSON.stringify({ sender, shape: shapeOf(inbound) })},`,
    );
    return Promise.resolve(`${head}\n${rows.join('\n')}\n};\n`);
  },
};

const head = `import type { BlockSender } from '../block-definition.ts';
import type { BlockType } from '../registry.ts';
import type { Shape } from './shape.ts';

// Generated from the schemas of the blocks: run \`npx tsx scripts/generated.ts --write\`.

/** What each type of block looks like and who sends it: what a sender needs of the schemas at run time. */
// prettier-ignore
export const blockShapes: Readonly<Record<BlockType, { readonly sender: BlockSender; readonly shape: Shape }>> = {`;

/** What is read of a schema. */
interface Definition {
  readonly type: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
  readonly check?: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly values?: readonly string[];
  readonly entries?: Readonly<Record<string, string>>;
}

interface Check {
  readonly check: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: number;
  readonly inclusive?: boolean;
  readonly format?: string;
  readonly pattern?: RegExp;
}

/** A schema, as far as it is read here. */
export interface Schema {
  readonly _zod: { readonly def: unknown };
}

/** The shape of what a schema takes, without the schema. */
export function shapeOf(schema: Schema): Shape {
  return readShape(schema) as Shape;
}

function readShape(schema: Schema): object {
  const def = schema._zod.def as Definition;
  const bounds = Object.assign({}, ...(def.checks ?? []).map(({ _zod }) => boundOf(_zod.def))) as object;
  switch (def.type) {
    case 'unknown':
      return { is: 'any' };
    case 'boolean':
    case 'record':
      return { is: def.type };
    case 'string':
      return { is: 'string', ...bounds, ...formatOf(def) };
    case 'number':
      return { is: 'number', ...(def.check === 'number_format' ? { whole: true } : {}), ...bounds };
    case 'literal':
      return { is: 'one', of: def.values };
    case 'enum':
      return { is: 'one', of: Object.values(def.entries ?? {}) };
    case 'array':
      return { is: 'array', item: readShape(def.element as Schema), ...bounds };
    case 'object':
      return objectShape(def.shape ?? {});
    default:
      throw new Error(`The shapes of blocks know no ${def.type}: add it to shape.ts and shape-issues.ts.`);
  }
}

function objectShape(members: Readonly<Record<string, Schema>>): object {
  const optional: string[] = [];
  const fields = Object.entries(members).map(([name, schema]) => {
    const { type, innerType } = schema._zod.def as Definition;
    if (type !== 'optional') return [name, readShape(schema)];
    optional.push(name);
    return [name, readShape(innerType as Schema)];
  });
  return { is: 'object', fields: Object.fromEntries(fields) as object, ...(optional.length > 0 ? { optional } : {}) };
}

function formatOf({ format: name, pattern }: Pick<Check, 'format' | 'pattern'>): object {
  if (name === undefined) return {};
  if (name !== 'datetime' || !pattern) throw new Error(`The shapes of blocks know no format ${name}.`);
  return { format: name, pattern: pattern.source };
}

function boundOf({ check, minimum, maximum, value, inclusive, format, pattern }: Check): object {
  switch (check) {
    case 'min_length':
      return { min: minimum };
    case 'max_length':
      return { max: maximum };
    case 'greater_than':
      return inclusive ? { min: value } : { above: value };
    case 'less_than':
      if (inclusive) return { max: value };
      break;
    case 'number_format':
      return { whole: true };
    case 'string_format':
      if (format !== undefined && format !== 'regex') return formatOf({ format, ...(pattern && { pattern }) });
      if (pattern) return { pattern: pattern.source };
  }
  throw new Error(`The shapes of blocks know no check ${check}.`);
}
