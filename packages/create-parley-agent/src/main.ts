#!/usr/bin/env node
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { createAgent } from './create-agent.ts';
import { isTemplate, templates } from './templates.ts';

const list = Object.entries(templates).map(
  ([name, { summary }]) => `                    ${name.padEnd(14)}${summary}\n`,
);
const usage = `npm create parley-agent my-agent

Writes a folder with an agent for Parley: its handlers, a test, and a start that reloads.

  --template NAME  what it begins as; echo by default:
${list.join('')}  --python         echo in Python
  --packages DIR   take @parley from the tarballs in this folder
  --help           this text
`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      packages: { type: 'string' },
      template: { type: 'string' },
      python: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
  } else {
    const template = templateOf(values);
    const [name = 'my-agent', ...others] = positionals;
    if (others.length > 0) throw new Error(`One folder is made at a time: leave out ${others.join(' ')}.`);
    const { folder, handle } = await createAgent(name, { packages: values.packages, template });
    const place = relative('.', folder) || '.';
    const first =
      template === 'python'
        ? 'python3 -m venv .venv\n  .venv/bin/pip install -r requirements.txt\n  npm install\n'
        : 'npm install\n';
    process.stdout.write(
      `${handle} is in ${place}. Go on with:\n\n  cd ${place}\n  ${first}  npm test\n  npm run dev\n`,
    );
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 2;
}

/** @throws Error that lists the templates, for a name that is none. */
function templateOf({ template = 'echo', python = false }: { readonly template?: string; readonly python?: boolean }) {
  if (python && template !== 'echo') throw new Error(`In Python there is the template echo only, not ${template}.`);
  if (python) return 'python';
  if (isTemplate(template)) return template;
  throw new Error(`There is no template ${template}: choose ${Object.keys(templates).join(', ')}.`);
}
