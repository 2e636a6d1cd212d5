import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { templates, type Template, type TemplateName } from './templates.ts';

/** The version of the packages that a new agent begins with: that of this one. */
const version = '0.3.0';

/** Which files a new agent gets. */
export interface AgentPlan {
  readonly handle: string;
  readonly template: TemplateName | 'python';
  /** What takes the place of a version, by the name of the package. */
  readonly packages: Readonly<Record<string, string>>;
}

/** The packages of Parley that the files of a plan name. Those that only come with others are named where they are tarballs. */
export function packagesOf(template: TemplateName | 'python'): readonly string[] {
  const own = template === 'python' ? ['@parley/agent-sdk', 'parley-agent'] : templates[template].packages;
  return ['@parley/protocol', ...own, '@parley/cli', '@parley/testing'];
}

/** The files of a new agent, by name. */
export async function agentFiles(plan: AgentPlan): Promise<Readonly<Record<string, string>>> {
  const name = plan.handle.replace(/[-_]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
  const own = await readFiles(plan.template);
  const filled = Object.entries(own).map(([path, text]) => [
    path,
    text.replaceAll('{{handle}}', plan.handle).replaceAll('{{name}}', name),
  ]);
  return {
    ...(plan.template === 'python' ? pythonFiles(plan) : typescriptFiles(plan, templates[plan.template])),
    ...(Object.fromEntries(filled) as Record<string, string>),
  };
}

/** Reads the folder of a template. */
async function readFiles(template: string): Promise<Readonly<Record<string, string>>> {
  const folder = fileURLToPath(new URL(`../templates/${template}/`, import.meta.url));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(async (file) => [file.slice(folder.length), await readFile(file, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(read));
}

function typescriptFiles(plan: AgentPlan, template: Template): Readonly<Record<string, string>> {
  const ours = oursIn(plan);
  return {
    'package.json': json({
      ...packageOf(plan),
      scripts: {
        dev: 'parley dev',
        start: 'tsx src/main.ts',
        ...template.scripts,
        test: 'node --import tsx --test src/agent.test.ts',
        check: 'tsc --noEmit',
      },
      dependencies: { ...ours(['@parley/protocol', ...template.packages]), ...template.dependencies, tsx: '4.23.15' },
      devDependencies: {
        ...ours(['@parley/cli', '@parley/testing']),
        '@types/node': '20.19.30',
        ...template.devDependencies,
        typescript: '6.0.3',
      },
      // What tsx compiles with works without its script, about which newer npm would ask.
      allowScripts: { esbuild: false },
    }),
    'tsconfig.json': json({
      compilerOptions: {
        target: 'es2023',
        module: 'nodenext',
        strict: true,
        skipLibCheck: true,
        allowImportingTsExtensions: true,
        noEmit: true,
        types: ['node'],
        ...template.compilerOptions,
      },
      include: ['src', ...(template.sources ?? [])],
    }),
    '.gitignore': `node_modules/\n.env\n.parley/\n${template.ignored ?? ''}`,
    '.env.example': environment(plan.handle) + (template.environment ?? ''),
  };
}

/** A package.json too: what it is tried and registered with comes from npm. */
function pythonFiles(plan: AgentPlan): Readonly<Record<string, string>> {
  const ours = oursIn(plan);
  const wheel = plan.packages['parley-agent'];
  return {
    'requirements.txt': wheel === undefined ? `parley-agent==${version}\n` : `${wheel.replace(/^file:/, './')}\n`,
    'package.json': json({
      ...packageOf(plan),
      scripts: { dev: 'parley dev -- .venv/bin/python agent.py', test: '.venv/bin/python -m unittest' },
      devDependencies: ours(['@parley/protocol', '@parley/agent-sdk', '@parley/cli', '@parley/testing']),
    }),
    '.gitignore': '.venv/\n__pycache__/\nnode_modules/\n.env\n.parley/\n',
    '.env.example': environment(plan.handle),
  };
}

function packageOf({ handle }: AgentPlan) {
  return { name: handle.replace(/^[_-]+/, ''), private: true, type: 'module', engines: { node: '>=20.19' } };
}

/** Some of Parley's packages with their versions. Those that only come with others are left out, except as tarballs, which npm would not find. */
function oursIn({ template, packages }: AgentPlan) {
  const hidden = template === 'python' ? ['@parley/protocol', '@parley/agent-sdk'] : ['@parley/protocol'];
  return (names: readonly string[]) =>
    Object.fromEntries(
      names
        .filter((one) => !hidden.includes(one) || packages[one] !== undefined)
        .map((one) => [one, packages[one] ?? version]),
    );
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const environment = (
  handle: string,
) => `# What the agent is started with: npx parley agent push --secret-file .env registers it and fills them in.
PARLEY_BASE_URL=http://127.0.0.1:4600
PARLEY_AGENT_ID=
PARLEY_CREDENTIAL_ID=
PARLEY_AGENT_SECRET=
PARLEY_AGENT_HANDLE=${handle}
`;
