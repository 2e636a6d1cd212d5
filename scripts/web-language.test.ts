import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import { inLanguage } from '../packages/web/build/language.ts';

const root = mkdtempSync(join(tmpdir(), 'parley-language-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

write(
  'index.html',
  '<!doctype html><html lang="en"><body><script type="module" src="/src/main.ts"></script></body></html>',
);
write(
  'src/main.ts',
  `import { roomWords } from './words/rooms.ts';
   import { timeWords } from './words/times.ts';
   document.body.textContent = [roomWords.title, roomWords.menu, timeWords.today].join();`,
);
write('src/words/rooms.ts', `export const roomWords = { title: 'Rooms', menu: 'More' };`);
write('src/words/times.ts', `export const timeWords = { today: 'Today' };`);
write(
  'src/words/de/rooms.ts',
  `import { roomWords as english } from '../rooms.ts';
   export const roomWords = { ...english, title: 'Zimmer' };`,
);
write('src/words/he/times.ts', `export const timeWords = { today: 'היום' };`);

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The page and the code of the app in a language. */
async function built(language: string | undefined): Promise<string> {
  const answer = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [inLanguage(language)],
    build: { write: false, modulePreload: false },
  });
  const { output } = answer as Rolldown.RolldownOutput;
  return output.map((part) => (part.type === 'chunk' ? part.code : String(part.source))).join('\n');
}

describe('the app in another language', () => {
  it('says what is translated, and the rest in English', async () => {
    const german = await built('de');
    expect(german).toContain('Zimmer');
    expect(german).toContain('More');
    expect(german).toContain('Today');
    expect(german).toContain('<html lang="de" dir="ltr">');
  });

  it('is written from the right where its script is', async () => {
    const hebrew = await built('he');
    expect(hebrew).toContain('היום');
    expect(hebrew).toContain('<html lang="he" dir="rtl">');
  });

  it('is English where none is named', async () => {
    const english = await built(undefined);
    expect(english).toContain('Rooms');
    expect(english).not.toContain('Zimmer');
    expect(english).toContain('<html lang="en">');
  });

  it('is an error where nobody has begun it', async () => {
    await expect(built('fr')).rejects.toThrow('There is no folder fr in src/words, only: English, de, he.');
  });
});
