import { Script } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { succeeded, type InputSchema } from '../tool.ts';
import { compileValidator } from '../validate-arguments.ts';
import { builtin } from './builtin.ts';

it('a tool of Parley’s own is there and takes arguments on a machine so busy that every time limit ends', () => {
  const timedOut = Object.assign(new Error('timed out'), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
  const spy = vi.spyOn(Script.prototype, 'runInContext').mockImplementation(() => {
    throw timedOut;
  });
  onTestFinished(() => spy.mockRestore());
  const schema = z.strictObject({ words: z.string().max(5) });
  // The schema of anybody else is refused then.
  expect(() => compileValidator(z.toJSONSchema(schema) as InputSchema)).toThrow('takes too long');
  const tool = builtin({
    name: 'words.say',
    scope: 'words.say',
    description: 'Says words.',
    policy: 'allow',
    kind: 'tool_invocation',
    arguments: schema,
    action: () => 'Say words',
    run: async () => succeeded({}),
  });
  expect(tool.validate({ words: 'Hello' })).toBeNull();
  expect(tool.validate({ words: 'Hello!' })).toMatchObject({ path: '/words' });
});
