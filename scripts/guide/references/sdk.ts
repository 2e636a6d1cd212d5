import { join } from 'node:path';
import ts from 'typescript';
import type { GeneratedFile } from '../../generated-file.ts';
import { describeExport } from './describe-export.ts';

/** Everything that the SDK exports, with its signatures and what its docstrings say. */
export const sdkReference: GeneratedFile = {
  path: 'docs/guide/reference/sdk.md',
  generate: async () => {
    const parts = entries.map(({ file, name }) => {
      const exported = exportsOf(file);
      const groups = groupsOf(exported.symbols).map(({ title, symbols }) => {
        const sections = symbols.map((symbol) => describeExport(symbol, exported.checker));
        return `## ${title}, of \`${name}\`\n\n${sections.join('\n')}`;
      });
      return groups.join('\n');
    });
    return `${head}\n${parts.join('\n')}`;
  },
};

const root = join(import.meta.dirname, '../../..');
const entries = [
  { file: 'packages/agent-sdk/src/index.ts', name: '@parley/agent-sdk' },
  { file: 'packages/agent-sdk/src/ai/index.ts', name: '@parley/agent-sdk/ai' },
];

const head = `# SDK reference

Every export of \`@parley/agent-sdk\`: what it is called with, what it gives, and what it is for. [The TypeScript
SDK](../../../packages/agent-sdk/README.md) tells how they go together.

<!-- Generated from the docstrings: run \`npx tsx scripts/generated.ts --write\`. -->
`;

interface Exported {
  readonly checker: ts.TypeChecker;
  readonly symbols: readonly ts.Symbol[];
}

let program: ts.Program | undefined;

function exportsOf(file: string): Exported {
  program ??= ts.createProgram({
    rootNames: entries.map((entry) => join(root, entry.file)),
    options: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      types: ['node'],
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    },
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(root, file));
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} exports nothing.`);
  const symbols = checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
  return { checker, symbols };
}

/** Classes first, then what is called, then the types. */
function groupsOf(symbols: readonly ts.Symbol[]): { readonly title: string; readonly symbols: readonly ts.Symbol[] }[] {
  const is = (flags: ts.SymbolFlags) => (symbol: ts.Symbol) => (symbol.flags & flags) !== 0;
  const isClass = is(ts.SymbolFlags.Class);
  const isCalled = is(ts.SymbolFlags.Function | ts.SymbolFlags.Variable);
  const groups = [
    { title: 'Classes', symbols: symbols.filter(isClass) },
    { title: 'Functions', symbols: symbols.filter((symbol) => !isClass(symbol) && isCalled(symbol)) },
    { title: 'Types', symbols: symbols.filter((symbol) => !isClass(symbol) && !isCalled(symbol)) },
  ];
  return groups.filter((group) => group.symbols.length > 0);
}
