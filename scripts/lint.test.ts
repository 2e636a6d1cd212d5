import { ESLint, Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import { expect, it } from 'vitest';

const eslint = new ESLint();

/** The rules that need no types, as `npm run check` applies them to a file at this path. */
async function complaints(path: string, text: string): Promise<string[]> {
  const config = (await eslint.calculateConfigForFile(path)) as Required<Pick<Linter.Config, 'rules' | 'plugins'>>;
  const rules = Object.entries(config.rules).filter(([name]) => !name.startsWith('@typescript-eslint/'));
  const languageOptions = { parser: parser as Linter.Parser, parserOptions: { ecmaFeatures: { jsx: true } } };
  const plain = [{ files: ['**'], plugins: config.plugins, rules: Object.fromEntries(rules), languageOptions }];
  return new Linter().verify(text, plain, path).map(({ ruleId }) => ruleId ?? 'unreadable');
}

const lines = (count: number) => 'work();\n'.repeat(count);

it.each([
  ['packages/a/src/app.ts', 'export const port = process.env.PORT;', 'no-restricted-properties'],
  ['packages/a/src/app.ts', "export const port = process['env'].PORT;", 'no-restricted-properties'],
  ['packages/a/src/app.ts', 'export const { env } = process;', 'no-restricted-properties'],
  ['fuzz/app.ts', 'export const port = globalThis.process;', 'no-restricted-properties'],
  ['packages/a/src/app.ts', "export { env } from 'node:process';", 'no-restricted-imports'],
  ['packages/a/src/app.ts', 'console.log(1);', 'no-console'],
  ['packages/a/src/app.ts', `// ${'TO'}${'DO'}: later`, 'no-warning-comments'],
  ['packages/a/src/app.ts', lines(301), 'max-lines'],
  ['packages/a/src/app.ts', `export function send() {\n${lines(69)}}`, 'max-lines-per-function'],
  ['packages/a/src/app.ts', `class Hub {\n  open() {\n${lines(69)}  }\n}\nnew Hub();`, 'max-lines-per-function'],
  ['packages/a/src/app.ts', "import './a.ts';\nimport 'node:fs';", 'perfectionist/sort-imports'],
  [
    'packages/a/src/app.ts',
    "import { a } from 'a';\nimport type { Stats } from 'node:fs';",
    'perfectionist/sort-imports',
  ],
  ['packages/a/src/room-manager.ts', '', 'no-restricted-syntax'],
  ['packages/a/src/utils/time.ts', '', 'no-restricted-syntax'],
  ['packages/web/src/ui/RoomHelpers.tsx', '', 'no-restricted-syntax'],
  ['scripts/misc.ts', '', 'no-restricted-syntax'],
  ['packages/a/src/app.ts', 'export default 1;', 'no-restricted-syntax'],
  ['packages/web/src/ui/app.tsx', 'export default 1;', 'no-restricted-syntax'],
  ['packages/web/src/ui/app.tsx', '<p>Nothing here</p>;', 'no-restricted-syntax'],
  ['packages/web/src/ui/app.tsx', '<p>é{count} été</p>;', 'no-restricted-syntax'],
  ['packages/web/src/ui/app.tsx', "<p>{isOpen ? 'less' : words.more}</p>;", 'no-restricted-syntax'],
  ['packages/web/src/ui/app.tsx', "<p>{count > 0 && 'new'}</p>;", 'no-restricted-syntax'],
  ['packages/web/src/ui/app.tsx', '<p>{`${count} new`}</p>;', 'no-restricted-syntax'],
  ['packages/web/src/ui/app.tsx', '<nav aria-label="Places" />;', 'no-restricted-syntax'],
  ['packages/web/src/ui/app.tsx', "<img alt={isOn ? 'On' : words.off} />;", 'no-restricted-syntax'],
  ['packages/web/src/ui/app.tsx', '<p>{count.toLocaleString()}</p>;', 'no-restricted-syntax'],
  [
    'packages/web/src/ui/app.ts',
    "export const day = date.toLocaleDateString(undefined, { weekday: 'long' });",
    'no-restricted-syntax',
  ],
  ['packages/web/src/ui/app.ts', 'export const format = new Intl.NumberFormat(undefined);', 'no-restricted-syntax'],
  ['packages/web/src/ui/app.tsx', '<p title={`Until ${time}`} />;', 'no-restricted-syntax'],
  ['packages/web/src/ui/app.tsx', "toast('Saved');", 'no-restricted-syntax'],
  ['packages/server/src/engine/deliveries/app.ts', 'setTimeout(work, 5);', 'no-restricted-syntax'],
  ['packages/server/src/engine/deliveries/app.ts', "export const is = transport === 'relay';", 'no-restricted-syntax'],
  ['packages/server/src/engine/deliveries/queue/app.ts', 'export const at = Date.now();', 'no-restricted-syntax'],
  [
    'packages/server/src/engine/carriers/webhook/app.ts',
    'export const at = performance.now();',
    'no-restricted-syntax',
  ],
  ['packages/server/src/engine/carriers/app.ts', 'export const at = new Date();', 'no-restricted-syntax'],
  ['packages/server/src/engine/carriers/app.ts', 'export default 1;', 'no-restricted-syntax'],
])('refuses in %s %j', async (path, text, rule) => {
  expect(await complaints(path, text)).toContain(rule);
});

it.each([
  ['packages/server/src/platform/settings/config.ts', 'export const port = process.env.PORT;'],
  ['packages/a/src/app.test.ts', `console.log(process.env.PORT);\n${lines(301)}`],
  ['packages/server/src/testing/database.ts', 'export const port = process.env.PORT;'],
  ['scripts/dev.ts', 'console.log(process.env.PORT);'],
  ['packages/a/src/app.ts', lines(300)],
  ['packages/a/src/app.ts', `export function send() {\n${lines(68)}}`],
  ['packages/a/src/app.ts', "import 'node:fs';\nimport './b.ts';\nimport './a.ts';"],
  [
    'packages/a/src/app.ts',
    "import 'node:fs';\nimport { z } from 'z';\nimport { a } from '@parley/a';\nimport './b.ts';",
  ],
  ['packages/server/src/platform/storage/migrations/0001-a.ts', lines(301)],
  ['packages/a/src/commonwealth.ts', ''],
  ['packages/a/src/serviceable.ts', ''],
  ['packages/web/src/ui/app.tsx', '<p className="two words" title={words.title}>· {words.text} 99+</p>;'],
  ['packages/web/src/ui/app.tsx', '<input placeholder="https://example.com" name="url" />;'],
  ['packages/web/src/ui/app.tsx', "<p data-tone={isOn ? 'good' : 'bad'}>{[a, b].join(' · ')}</p>;"],
  ['packages/web/src/ui/app.test.tsx', '<p>Nothing here</p>;'],
  ['packages/web/src/gallery/app.tsx', '<p>Nothing here</p>;'],
  ['packages/server/src/engine/deliveries/app.ts', 'export const at = new Date(clock.now());'],
  ['packages/server/src/engine/deliveries/app.test.ts', 'setTimeout(work, Date.now());'],
  ['packages/server/src/http/app.ts', 'setTimeout(work, Date.now());'],
])('accepts in %s %j', async (path, text) => {
  expect(await complaints(path, text)).toEqual([]);
});
