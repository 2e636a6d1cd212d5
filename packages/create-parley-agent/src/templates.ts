/** What an agent can begin as. Its own files are in the folder `templates/NAME` of this package. */
export interface Template {
  /** One line for the list of templates. */
  readonly summary: string;
  /** Parley's npm packages that it runs with, beside the tools that every agent is developed with. */
  readonly packages: readonly string[];
  /** Other packages of its `package.json`, with exact versions. */
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  /** Scripts that differ from those of an agent in TypeScript. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** Compiler options that differ, and further folders of sources. */
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  readonly sources?: readonly string[];
  /** Lines of `.env.example` after those of every agent. */
  readonly environment?: string;
  /** Further lines of `.gitignore`. */
  readonly ignored?: string;
}

/** Each template by its name, the usual one first. */
export const templates = {
  echo: { summary: 'says back what it was told', packages: ['@parley/agent-sdk'] },
  model: {
    summary: 'a chat model of any OpenAI-compatible API',
    packages: ['@parley/agent-sdk', '@parley/model'],
    environment: 'MODEL_URL=http://127.0.0.1:11434/v1\nMODEL_NAME=\nMODEL_KEY=\n',
  },
  'webhook-next': {
    summary: 'a route of a Next.js app that takes signed webhooks',
    packages: ['@parley/agent-sdk'],
    dependencies: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
    devDependencies: { '@types/react': '19.3.0' },
    scripts: { dev: 'parley dev --no-watch -- next dev', build: 'next build', start: 'next start' },
    // What Next.js resolves modules by.
    compilerOptions: { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'], jsx: 'react-jsx' },
    sources: ['app'],
    ignored: '.next/\nnext-env.d.ts\n',
  },
  monitor: {
    summary: 'watches addresses on a schedule, and asks before it restarts anything',
    packages: ['@parley/agent-sdk'],
    environment: 'RESTART_URL=\n',
    ignored: 'store.json\nresults.json\n',
  },
  slack: {
    summary: 'brings a Slack channel and a conversation together',
    packages: ['@parley/agent-sdk'],
    environment: 'SLACK_SIGNING_SECRET=\nSLACK_BOT_TOKEN=\nSLACK_CHANNEL=\nPORT=3000\n',
    ignored: 'store.json\n',
  },
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateName = keyof typeof templates;

/** Returns whether there is a template of this name. */
export function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(templates, name);
}
