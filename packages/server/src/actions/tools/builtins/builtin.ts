import { z } from 'zod';
import { compileOwnValidator } from '../validate-arguments.ts';
import { defineTool } from '../define-tool.ts';
import { everyone } from '../tool-reach.ts';
import type { ArgumentsFault, InputSchema, Tool, ToolArguments } from '../tool.ts';

/** Defines a tool that is part of Parley. Its policy is fixed, and it runs inside the database transaction. */
export function builtin(
  tool: Omit<
    Tool,
    'inputSchema' | 'validate' | 'definition' | 'standing' | 'reach' | 'repeatable' | 'coinAmount' | 'runs'
  > & {
    readonly arguments: z.ZodType;
    readonly coinAmount?: Tool['coinAmount'];
    readonly standing?: boolean;
    readonly run: Extract<Tool['runs'], { where: 'inside' }>['run'];
  },
): Tool {
  const { arguments: schema, run, coinAmount = () => null, standing = true, ...rest } = tool;
  const inputSchema = z.toJSONSchema(schema, { io: 'input' }) as InputSchema;
  const validateForm = compileOwnValidator(inputSchema);
  return {
    ...rest,
    inputSchema,
    standing,
    definition: defineTool({ ...rest, standing, inputSchema, where: null }),
    coinAmount,
    reach: everyone,
    validate: (args) => validateForm(args) ?? validateRules(schema, args),
    repeatable: true,
    runs: { where: 'inside', run },
  };
}

/** Checks rules that JSON Schema cannot express, such as that a text has no invisible characters. */
function validateRules(schema: z.ZodType, args: ToolArguments): ArgumentsFault | null {
  const [issue] = schema.safeParse(args).error?.issues ?? [];
  return issue ? { path: issue.path.map((key) => `/${String(key)}`).join(''), message: issue.message } : null;
}
