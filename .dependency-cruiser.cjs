// The arrows of the house. A line that fails here is a shape that drifted: move the code, not the rule.

/** The server's folders, floor by floor and left to right: a folder may import only the folders to its left. */
const serverFolders = [
  ...['time', 'settings', 'storage', 'telemetry', 'audit', 'signals', 'live', 'routing', 'idempotency', 'dialing'].map(
    on('platform'),
  ),
  ...['holds', 'users', 'agents', 'assets', 'permissions'].map(on('accounts')),
  ...['carriers', 'deliveries'].map(on('engine')),
  ...['conversations', 'transcript', 'forms', 'notifications', 'approvals', 'messages', 'members', 'pushes'].map(
    on('chat'),
  ),
  ...['tasks', 'standing', 'tools'].map(on('actions')),
  'organisation',
  'models',
  'http',
  'demo',
  'runtime',
  'commands',
];

/** Folders of the server whose subfolders only they import. Others import the files at their top. */
const closedFolders = ['engine/deliveries'];

/** What tests or shows internal statements; it imports these statements from where they are. */
const statementReaders =
  '^packages/server/src/runtime/(hot-plans|held-snapshot)\\.test\\.ts$|^scripts/statement-files\\.ts$';

/** Left to right: a layer of the web app may import only the layers to its left. */
const webLayers = ['ui', 'navigation', 'api', 'blocks', 'features', 'screens', 'gallery'];

/** What each package may import of the others. */
const packageArrows = {
  'packages/protocol': [],
  'packages/agent-sdk': ['protocol'],
  'packages/create-parley-agent': [],
  'packages/cli': ['protocol', 'agent-sdk', 'model'],
  'packages/a2a': ['protocol', 'agent-sdk', 'testing'],
  'packages/model': ['protocol', 'agent-sdk', 'testing'],
  'packages/showcase': ['protocol', 'agent-sdk'],
  'packages/web': ['protocol'],
  'packages/server': ['protocol', 'showcase', 'model'],
  'packages/testing': ['protocol', 'agent-sdk', 'server'],
  examples: ['protocol', 'agent-sdk', 'testing'],
};

const test = '\\.test\\.tsx?$';
/** What tests share: folders called testing or fixtures. */
const forTests = '/(testing|fixtures)/';
const entries =
  '^packages/(protocol|agent-sdk|create-parley-agent|cli|a2a|model|showcase)/src/index\\.ts$|^packages/(create-parley-agent|cli)/src/main\\.ts$|^packages/agent-sdk/src/ai/index\\.ts$|^packages/protocol/src/(agent|blocks|signing)\\.ts$|^packages/server/src/main\\.ts$|^packages/server/src/embedded\\.ts$|^packages/testing/src/(index|server|assert|vitest)\\.ts$|^packages/web/(src/start\\.ts|src/gallery/main\\.tsx|offline/main\\.ts)$|[-./]worker\\.ts$';
/** What is started by name: tests, commands, and what they start as processes. */
const toolEntries = `${test}|\\.spec\\.ts$|\\.config\\.ts$|^scripts/[^/]+\\.m?[jt]s$|-program\\.ts$|^bench/src/report/write-docs\\.ts$|^tests/load/streams\\.ts$|^scripts/guide/client/(guide|theme)\\.ts$|^examples/(connect|guide|guide/(blocks|start|next))/[^/]+\\.ts$|^(examples/[^/]+|(fuzz|bench/src|bench/src/app|tests/[^/]+|tests/chaos/failover)/main)\\.ts$`;

const forbidden = [
  {
    name: 'no-circles',
    comment: 'Two files that need each other are one idea in two places, or a third idea without a file.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-dead-files',
    comment: 'A file that no entry reaches is not part of the product.',
    severity: 'error',
    from: { path: entries },
    to: {
      path: '^packages/[^/]+/src/',
      pathNot: `${test}|${entries}|${forTests}|\\.d\\.ts$`,
      reachable: false,
    },
  },
  {
    name: 'no-dead-tools',
    comment: 'A script that nobody starts and no test needs is not part of the tools. Packages import none.',
    severity: 'error',
    from: { path: toolEntries, pathNot: '^packages/' },
    to: { path: '^(scripts|bench|fuzz|tests|examples)/', pathNot: toolEntries, reachable: false },
  },
  {
    name: 'tools-stay-outside',
    comment: 'What ships, and what shows how to use it, needs none of the tools around it.',
    severity: 'error',
    from: { path: '^(packages|examples)/' },
    to: { path: '^(scripts|bench|fuzz|tests)/' },
  },
  {
    name: 'tools-never-each-other',
    severity: 'error',
    from: { path: '^(scripts|bench|fuzz|tests/[^/]+)/' },
    to: { path: '^(scripts|bench|fuzz|tests)/', pathNot: '^$1/' },
  },
  {
    name: 'only-tests-import-testing',
    severity: 'error',
    from: { path: '^packages/', pathNot: `${test}|${forTests}` },
    to: { path: `^packages/.*(${forTests})` },
  },
  {
    name: 'nobody-imports-a-test',
    severity: 'error',
    from: {},
    to: { path: test },
  },
  {
    name: 'packages-by-their-front-door',
    comment: 'Another package is what its entry exports; its files are its own business.',
    severity: 'error',
    from: { path: '^(?:packages/([^/]+)|examples|bench)/' },
    to: {
      path: '^packages/[^/]+/',
      pathNot:
        '^packages/($1/|[^/]+/src/(index|main)\\.ts$|agent-sdk/src/ai/index\\.ts$|protocol/src/(agent|blocks|signing)\\.ts$|server/src/embedded\\.ts$|testing/src/(server|assert|vitest)\\.ts$|model/src/testing/fake-model\\.ts$)',
    },
  },
  {
    name: 'no-unresolvable',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '\\.css$|^virtual:|^next/server$' },
  },
  {
    name: 'no-undeclared-packages',
    comment: 'What a package imports stands in its own package.json.',
    severity: 'error',
    from: { path: '^packages/', pathNot: `${test}|${forTests}|\\.config\\.ts$|^packages/web/build/` },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], pathNot: '/@types/' },
  },
  ...Object.entries(packageArrows).map(([from, allowed]) => ({
    name: `arrows-of-${from.replace('packages/', '')}`,
    severity: 'error',
    from: { path: `^${from}/` },
    to: { path: '^(packages|examples|bench)/', pathNot: `^${from}/|^packages/(${[...allowed, '-'].join('|')})/` },
  })),
  {
    name: 'showcase-is-for-the-demo',
    severity: 'error',
    from: { path: '^packages/server/src/', pathNot: `^packages/server/src/demo|${test}` },
    to: { path: '^packages/showcase/' },
  },
  ...leftOnly('packages/server/src', serverFolders),
  ...leftOnly('packages/web/src', webLayers),
  ...closedFolders.map((folder) => ({
    name: `subfolders-of-${folder.replaceAll('/', '-')}-are-closed`,
    comment: 'What others need is a file at the top of the folder, named after what it does.',
    severity: 'error',
    from: { pathNot: `^packages/server/src/${folder}/|${statementReaders}` },
    to: { path: `^packages/server/src/${folder}/[^/]+/`, pathNot: forTests },
  })),
  {
    name: 'engine-imports-no-carrier',
    comment: 'The engine knows carriers by their interface. What it shares with one is at the top of carriers.',
    severity: 'error',
    from: { path: '^packages/server/src/engine/deliveries/', pathNot: `${test}|${forTests}` },
    to: { path: '^packages/server/src/engine/carriers/[^/]+/' },
  },
  {
    name: 'web-features-never-each-other',
    comment: 'What two features share belongs to a layer on their left; what joins them belongs to a screen.',
    severity: 'error',
    from: { path: '^packages/web/src/features/([^/]+)/', pathNot: test },
    to: { path: '^packages/web/src/features/', pathNot: '^packages/web/src/features/$1/' },
  },
];

/** A folder of the server on its floor. */
function on(floor) {
  return (folder) => `${floor}/${folder}`;
}

/** One rule a folder: it may not import those to its right. Tests may, since they come through the door. */
function leftOnly(root, folders) {
  return folders.slice(0, -1).map((folder, index) => ({
    name: `${root.split('/')[1]}-order-of-${folder.split('/').at(-1)}`,
    comment: `Left to right: ${folders.join(' · ')}`,
    severity: 'error',
    from: { path: `^${root}/${folder}/`, pathNot: test },
    to: { path: `^${root}/(${folders.slice(index + 1).join('|')})/` },
  }));
}

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    // The client of the OpenAPI test is compiled elsewhere, beside types that the test writes.
    // A template is a project of its own, with a package.json that is written with it.
    exclude: { path: '(^|/)(dist|\\.cache)/|^tests/openapi/client\\.ts$|^packages/create-parley-agent/templates/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['parley-source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
