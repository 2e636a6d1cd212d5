import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleRepository } from '../tidy/repository.ts';
import { coveragePage } from './coverage-page.ts';
import { findTest } from './find-test.ts';
import { readSections, type Section } from './sections.ts';

const form = `
  import { describe, it } from 'vitest';
  describe('a form', () => {
    it('is answered once', () => undefined);
    it.each([['too long', 1], ['empty', 2]])('is refused where it is %s', () => undefined);
    it.skip('is not tested', () => undefined);
  });
  describe.skip('a thing of the past', () => void it('is gone', () => undefined));
  describe.each([1, 2])(\`on server \${name}\`, () => {
    it.skipIf(false)('is answered twice', () => undefined);
  });
  test('refuses', () => undefined);
  describe('a list', () => test.each([1])('refuses', () => undefined));
`;
const repository = sampleRepository({
  'packages/server/src/forms/form.test.ts': form,
  'packages/web/src/forms/form.test.tsx': `it('shows', () => undefined);`,
});
const find = (name: string) => findTest(repository, name).title;
const section = (...tests: string[]): Section => ({ title: 'Forms', lines: new Map([['One | answer', tests]]) });

describe('the test that a line names', () => {
  it('is found by the end of its path and its title, alone or after its groups', () => {
    expect(find('server/src/forms/form › is answered once')).toBe('a form › is answered once');
    expect(find('server/src/forms/form › a form › is answered once')).toBe('a form › is answered once');
    expect(find('server/src/forms/form › is answered twice')).toBe('on server ${name} › is answered twice');
    expect(find('web/src/forms/form › shows')).toBe('shows');
  });

  it('may be one case of a table, if the file has it', () => {
    const title = 'server/src/forms/form › is refused where it is %s';
    expect(find(`${title} [too long]`)).toBe('a form › is refused where it is %s (too long)');
    expect(() => find(`${title} [too short]`)).toThrow('The case of');
  });

  it.each([
    'forms/form › is answered once',
    'server/src/forms/none › is answered once',
    'server/src/forms/form › answered once',
    'server/src/forms/form › is not tested',
    'server/src/forms/form › is gone',
    'server/src/forms/form › refuses',
    'server/src/forms/form',
  ])('is refused where it is not there, not the only one, or skipped: %s', (name) => {
    expect(() => find(name)).toThrow();
  });
});

describe('the page of coverage', () => {
  it('has a row for each line, with a link to each of its tests', () => {
    const page = coveragePage(repository, [section('server/src/forms/form › is answered once')]);
    expect(page).toContain('| One \\| answer | [server/forms/form]: a form › is answered once |');
    expect(page).toContain('\n[server/forms/form]: ../packages/server/src/forms/form.test.ts\n');
  });

  it('is not made where a test is missing, and says which all are', () => {
    const sections = [section('server/src/forms/form › is lost', 'web/src/forms/form › is lost too')];
    expect(() => coveragePage(repository, sections)).toThrow(/is lost".*\n.*is lost too"/);
  });

  it.each(['{"Forms": {"One answer": []}}', '{"Forms": {"One answer": "x"}}', '{"Forms": []}', '[]'])(
    'is not made of %s',
    async (text) => {
      const folder = await mkdtemp(join(tmpdir(), 'parley-coverage-'));
      await writeFile(join(folder, 'lines.json'), text);
      expect(() => readSections(folder)).toThrow();
      await rm(folder, { recursive: true });
    },
  );
});
