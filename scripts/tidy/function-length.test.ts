import { expect, it } from 'vitest';
import { functionLength } from './function-length.ts';
import { linesOfCode, subjects } from './test-subjects.ts';

it('refuses a function of more than 70 lines, whatever its form, and names it', () => {
  const texts = {
    'packages/a/src/one.ts': `export function send() {\n${linesOfCode(69)}}\n`,
    'packages/a/src/two.ts': `const claim = () => {\n${linesOfCode(69)}};\n`,
    'packages/a/src/three.ts': `class Hub {\n  open() {\n${linesOfCode(69)}  }\n}\n`,
  };
  expect(subjects(functionLength, texts)).toEqual([
    'packages/a/src/one.ts#send',
    'packages/a/src/three.ts#open',
    'packages/a/src/two.ts#claim',
  ]);
});

it('accepts exactly 70 lines and does not count the comment above', () => {
  const text = `/**\n${' * why\n'.repeat(20)} */\nexport function send() {\n${linesOfCode(68)}}\n`;
  expect(subjects(functionLength, { 'packages/a/src/one.ts': text })).toEqual([]);
});
