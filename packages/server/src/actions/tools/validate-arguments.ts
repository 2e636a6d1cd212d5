import { canonicalJson } from '@parley/protocol';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { linearPattern } from './linear-pattern.ts';
import type { ArgumentsFault, InputSchema, ToolArguments } from './tool.ts';
import { TakesTooLong, withinTime } from './within-time.ts';

const schemaBytesMax = 64 * 1024;
const schemaLevelsMax = 32;
const bounds: TimeBounds = { compileMs: 3_000, validateMs: 1_000 };

/** Time limits: to compile a schema, and to validate one set of arguments. */
interface TimeBounds {
  readonly compileMs: number;
  readonly validateMs: number;
}
/**
 * After arguments that took too long, a schema refuses all arguments for this time, so that no agent can block the
 * server with it.
 */
const restMs = 10_000;

/**
 * Compiles a schema to a validator of arguments. Throws if the schema is invalid (an unresolved or remote reference, an
 * invalid pattern, a keyword of the wrong type), larger than 64 KiB, nested deeper than 32 levels, or too slow to
 * compile. Arguments that take too long are refused as a whole, and `onSlow` is called.
 */
export function compileValidator(
  schema: InputSchema,
  onSlow: () => void = () => undefined,
  { compileMs, validateMs }: TimeBounds = bounds,
): (args: ToolArguments) => ArgumentsFault | null {
  validateSize(schema);
  const validate = withinTime(compileMs, () => compile(schema));
  // A schema that refers to itself recurses without end even for empty arguments.
  withinTime(validateMs, () => validate({}));
  let restsUntil = 0;
  return (args) => {
    // Real time, because the limit protects real CPU time.
    if (performance.now() < restsUntil) return tooSlow;
    try {
      return withinTime(validateMs, () => (validate(args) ? null : faultOf(validate.errors?.[0])));
    } catch (error) {
      if (!(error instanceof TakesTooLong)) throw error;
      restsUntil = performance.now() + restMs;
      onSlow();
      return tooSlow;
    }
  };
}

/** Compiles a schema of a built-in tool, without time limits: on a busy machine even a good schema may take long. */
export function compileOwnValidator(schema: InputSchema): (args: ToolArguments) => ArgumentsFault | null {
  const validate = compile(schema);
  return (args) => (validate(args) ? null : faultOf(validate.errors?.[0]));
}

/** Log message for arguments that took too long to validate. */
export const slowSchema = 'arguments took too long to check by the input schema of a tool; it rests for 10 seconds';

const tooSlow: ArgumentsFault = { path: '', message: 'take too long to check by the schema of this tool' };

function validateSize(schema: InputSchema): void {
  if (isDeeperThan(schema, schemaLevelsMax))
    throw new Error(`The schema is nested deeper than ${schemaLevelsMax} levels.`);
  if (Buffer.byteLength(JSON.stringify(schema)) > schemaBytesMax) throw new Error('The schema is larger than 64 KiB.');
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}

function compile(schema: InputSchema): ValidateFunction {
  const { $async: _, ...plain } = schema;
  const isOld = typeof schema['$schema'] === 'string' && /draft-0[67]/.test(schema['$schema']);
  void (isOld ? schemasOld : schemas).validateSchema(plain, true);
  const ajv = isOld ? new Ajv(options) : new Ajv2020(options);
  ajvFormats.default(ajv);
  // Ajv's `uniqueItems` compares every pair of items.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isUnique: boolean, items: unknown[]) => !isUnique || areDistinct(items),
    error: { message: 'must NOT have duplicate items' },
  });
  return ajv.compile(plain);
}

function areDistinct(items: readonly unknown[]): boolean {
  try {
    return (
      new Set(items.map((item) => (typeof item === 'string' ? `"${item}` : canonicalJson(item)))).size === items.length
    );
  } catch {
    // `1e400` has no canonical form. `bindArguments` refuses it later.
    return true;
  }
}

const options: Options = {
  strict: false,
  allErrors: false,
  logger: false,
  // The two shared instances below validate schemas. Otherwise each instance would compile the meta-schema again.
  validateSchema: false,
  // Compiles each definition once, however often it is referenced.
  inlineRefs: false,
  code: { regExp: Object.assign((pattern: string) => linearPattern(pattern), { code: 'linearPattern' }) },
};

const schemas = new Ajv2020({ ...options, validateSchema: true });
const schemasOld = new Ajv({ ...options, validateSchema: true });

function faultOf(error: ErrorObject | undefined): ArgumentsFault {
  return { path: error ? pathOf(error) : '', message: error?.message ?? 'is not valid' };
}

/** Returns the path of the fault. A missing or unexpected member is named itself, not the object that holds it. */
function pathOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty, unevaluatedProperty, propertyName } = params as Record<string, unknown>;
  const member = missingProperty ?? additionalProperty ?? unevaluatedProperty ?? propertyName;
  return typeof member === 'string'
    ? `${instancePath}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : instancePath;
}
