import { z } from 'zod';
import { compileJudge } from '../judge-arguments.ts';
import type { Tool } from '../tool.ts';

/** A tool that Parley brings along. Its policy is fixed, and it acts inside the database. */
export function builtin(
  tool: Omit<Tool, 'judge' | 'repeatable' | 'coinAmount' | 'runs'> & {
    readonly arguments: z.ZodType;
    readonly coinAmount?: Tool['coinAmount'];
    readonly run: Extract<Tool['runs'], { where: 'inside' }>['run'];
  },
): Tool {
  const { arguments: schema, run, coinAmount = () => null, ...rest } = tool;
  return {
    ...rest,
    coinAmount,
    judge: compileJudge(z.toJSONSchema(schema, { io: 'input' })),
    repeatable: true,
    runs: { where: 'inside', run },
  };
}
