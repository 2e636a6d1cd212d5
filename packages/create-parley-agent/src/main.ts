#!/usr/bin/env node
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { createAgent } from './create-agent.ts';

const usage = `npm create parley-agent my-agent

Writes a folder with an agent for Parley: one handler, a test, and a start that reloads.

  --packages DIR  take @parley from the tarballs in this folder
  --help          this text
`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { packages: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(usage);
  } else {
    const { folder, handle } = await createAgent(positionals[0] ?? 'my-agent', { packages: values.packages });
    const place = relative('.', folder) || '.';
    process.stdout.write(
      `${handle} is in ${place}. Go on with:\n\n  cd ${place}\n  npm install\n  npm test\n  npm run dev\n`,
    );
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 2;
}
