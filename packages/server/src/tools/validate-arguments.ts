import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { canonicalize } from 'json-canonicalize';
import { linearPattern } from './linear-pattern.ts';
import type { ArgumentsFault, InputSchema, ToolArguments } from './tool.ts';
import { TakesTooLong, withinTime } from './within-time.ts';

const schemaBytesMax = 64 * 1024;
const schemaLevelsMax = 32;
const bounds = { compileMs: 3_000, validateMs: 1_000 };
/** So long a schema is not tried again after arguments that it took too long for, lest somebody hold up the server with it. */
const restMs = 10_000;

/**
 * Compiles a schema into what says what is wrong with arguments. Throws where the schema is not one (a reference that leads nowhere or
 * to another place, a pattern that does not parse, a keyword of the wrong type), is larger than 64 KiB, nested deeper than 32 levels
 * or cannot be compiled in time. Arguments that take too long are wrong as a whole, and `onSlow` hears of them.
 */
export function compileValidator(
  schema: InputSchema,
  onSlow: () => void = () => undefined,
  { compileMs, validateMs } = bounds,
): (args: ToolArguments) => ArgumentsFault | null {
  validateSize(schema);
  const validate = withinTime(compileMs, () => compile(schema));
  // One that leads back to itself does so without any arguments.
  withinTime(validateMs, () => validate({}));
  let restsUntil = 0;
  return (args) => {
    // Real time, for it is real work that is spared.
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

/** What the log says of a tool whose arguments took too long. */
export const slowSchema = 'arguments took too long to judge by the input schema of a tool; it rests for 10 seconds';

const tooSlow: ArgumentsFault = { path: '', message: 'take too long to judge by the schema of this tool' };

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
  // Its own compares each item with each other.
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
      new Set(items.map((item) => (typeof item === 'string' ? `"${item}` : canonicalize(item)))).size === items.length
    );
  } catch {
    // `1e400` has no canonical form; it is refused where the arguments are bound.
    return true;
  }
}

const options: Options = {
  strict: false,
  allErrors: false,
  logger: false,
  // One for all judges what a schema may say; each would compile that anew.
  validateSchema: false,
  // Each definition is compiled once, however often it is referred to.
  inlineRefs: false,
  code: { regExp: Object.assign((pattern: string) => linearPattern(pattern), { code: 'linearPattern' }) },
};

const schemas = new Ajv2020({ ...options, validateSchema: true });
const schemasOld = new Ajv({ ...options, validateSchema: true });

function faultOf(error: ErrorObject | undefined): ArgumentsFault {
  return { path: error ? pathOf(error) : '', message: error?.message ?? 'is not valid' };
}

/** The place of the fault. One that is about a missing or a strange member is about that member, not about what holds it. */
function pathOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty, unevaluatedProperty, propertyName } = params as Record<string, unknown>;
  const member = missingProperty ?? additionalProperty ?? unevaluatedProperty ?? propertyName;
  return typeof member === 'string'
    ? `${instancePath}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : instancePath;
}
