import { blockTypes, routesByConcept } from '@parley/protocol';

/** A page of the guide: its address below the base path, and the Markdown that it is made of, relative to the root of the repository. */
export interface PageSource {
  readonly address: string;
  readonly source: string;
  /** What the list of pages calls it, where that is not its own title. */
  readonly label?: string;
}

export interface GuideSection {
  readonly title: string;
  readonly pages: readonly PageSource[];
  /** Its list is long, and folded where none of its pages is shown. */
  readonly isLong?: true;
}

/** Every page of the guide, in the order in which it is read. */
export const guideSections: readonly GuideSection[] = [
  {
    title: 'Begin',
    pages: [
      { address: '', source: 'docs/guide/index.md', label: 'What Parley is' },
      { address: 'start', source: 'docs/guide/start.md', label: 'Five-minute start' },
      { address: 'concepts', source: 'docs/guide/concepts.md' },
    ],
  },
  {
    title: 'Guides',
    pages: [
      own('guides/talk-with-a-model', 'Talk with a model'),
      own('guides/model', 'A model from the command line'),
      own('guides/llm', 'An agent with a model'),
      own('guides/decisions', 'Decisions'),
      own('guides/standing', 'Permissions that last'),
      own('guides/permissions', 'Permissions that last: for authors'),
      own('guides/forms', 'Forms and buttons'),
      own('guides/streaming', 'Streaming and Stop'),
      own('guides/tasks', 'Tasks'),
      own('guides/store', 'What an agent remembers'),
      own('guides/rooms', 'Several people in a room'),
      own('guides/together', 'Agents that work together'),
      { address: 'guides/testing', source: 'docs/testing-agents.md' },
      own('guides/server', 'Deploy on a server'),
      own('guides/next', 'Deploy on Next.js'),
      own('guides/lambda', 'Deploy on Lambda'),
    ],
  },
  {
    title: 'Blocks',
    isLong: true,
    pages: [
      { address: 'blocks', source: 'docs/guide/blocks.md', label: 'All blocks' },
      own('markdown', 'The markdown subset'),
      ...blockTypes.map((type) => own(`blocks/${type}`, type)),
    ],
  },
  {
    title: 'The wire',
    pages: [
      own('wire', 'From any language'),
      { address: 'interface', source: 'docs/interface.md', label: 'The whole interface' },
      { address: 'errors', source: 'docs/errors.md' },
      own('choices', 'Where the contract is silent'),
      { address: 'conformance', source: 'conformance/README.md', label: 'Test vectors' },
    ],
  },
  {
    title: 'SDK and tools',
    pages: [
      { address: 'sdk', source: 'packages/agent-sdk/README.md', label: 'The TypeScript SDK' },
      own('reference/sdk', 'SDK reference'),
      { address: 'python', source: 'python/parley-agent/README.md', label: 'The Python SDK' },
      { address: 'cli', source: 'docs/cli.md', label: 'The command line' },
      { address: 'recipes', source: 'docs/recipes.md' },
      { address: 'a2a', source: 'packages/a2a/README.md', label: 'A2A agents' },
      { address: 'model', source: 'packages/model/README.md', label: 'Chat models' },
      { address: 'mcp', source: 'docs/mcp.md', label: 'From MCP clients' },
      { address: 'packages', source: 'docs/packages.md', label: 'Packages and upgrades' },
    ],
  },
  {
    title: 'API reference',
    isLong: true,
    pages: Object.keys(routesByConcept).map((concept) => own(`reference/api/${concept}`, titleOf(concept))),
  },
  {
    title: 'Your own server',
    pages: [
      { address: 'operate/installing', source: 'docs/installing.md', label: 'Installing a server' },
      { address: 'operate/running', source: 'docs/running.md', label: 'Self-hosting' },
      { address: 'operate/organisation', source: 'docs/organisation.md' },
      { address: 'operate/audit', source: 'docs/audit.md', label: 'The audit log' },
      { address: 'operate/observing', source: 'docs/observing.md', label: 'Watching it' },
      { address: 'operate/scaling', source: 'docs/scaling.md', label: 'Growing it' },
      { address: 'operate/failover', source: 'docs/failover.md', label: 'Failover' },
      { address: 'operate/backups', source: 'docs/backups.md', label: 'Backups' },
      { address: 'operate/retention', source: 'docs/retention.md', label: 'How long things are kept' },
      { address: 'operate/accessibility', source: 'docs/accessibility.md' },
      { address: 'security', source: 'SECURITY.md', label: 'Security model' },
      own('compare', 'Parley beside others'),
      { address: 'contributing', source: 'CONTRIBUTING.md' },
    ],
  },
];

/** Addresses of pages that moved, with the address that each leads to now. */
export const movedPages: Readonly<Record<string, string>> = {
  'reference/cli': 'cli',
  'operate/upgrading': 'packages',
  'operate/languages': 'contributing',
};

/** Every page in one list. */
export const guidePages: readonly PageSource[] = guideSections.flatMap(({ pages }) => pages);

function own(address: string, label: string): PageSource {
  return { address, source: `docs/guide/${address}.md`, label };
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
