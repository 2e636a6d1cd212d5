import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { ArgumentsFault, ToolArguments } from './tool.ts';

/** A JSON Schema: 2020-12, unless its `$schema` says draft-06 or draft-07. */
export type InputSchema = Readonly<Record<string, unknown>>;

/**
 * Compiles a schema into what says what is wrong with arguments. Throws where the schema is not one: a reference that leads
 * nowhere, a pattern that does not parse, a keyword of the wrong type.
 */
export function compileJudge(schema: InputSchema): (args: ToolArguments) => ArgumentsFault | null {
  const isOld = typeof schema['$schema'] === 'string' && /draft-0[67]/.test(schema['$schema']);
  const ajv = isOld ? new Ajv(options) : new Ajv2020(options);
  ajvFormats.default(ajv);
  const { $async: _, ...plain } = schema;
  const validate: ValidateFunction = ajv.compile(plain);
  return (args) => {
    if (validate(args)) return null;
    const error = validate.errors?.[0];
    return { path: error ? pathOf(error) : '', message: `${error?.message ?? 'is not valid'}` };
  };
}

const options: Options = { strict: false, allErrors: false, logger: false };

/** The place of the fault. One that is about a missing or a strange member is about that member, not about what holds it. */
function pathOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty, unevaluatedProperty, propertyName } = params as Record<string, unknown>;
  const member = missingProperty ?? additionalProperty ?? unevaluatedProperty ?? propertyName;
  return typeof member === 'string'
    ? `${instancePath}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : instancePath;
}
