import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanFilename } from './clean-filename.ts';
import { contentDisposition } from './content-disposition.ts';

const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom('/', '\\', '.', '\0', '\r', '\n', '"', 'a', '\u202e', '\ud800', '👋'),
    maxLength: 300,
  }),
);

it('makes a name of 1 to 255 characters without a path or a control character of anything', () => {
  fc.assert(
    fc.property(anyName, (given) => {
      const name = cleanFilename(given, 'png');
      expect([...name].length).toBeGreaterThanOrEqual(1);
      expect([...name].length).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/[/\\\p{Cc}\p{Surrogate}\u202a-\u202e]/u);
      expect(name).not.toMatch(/^\.{0,2}$/);
    }),
  );
});

it('makes a header of any name that keeps to one line of ASCII and says the name again', () => {
  fc.assert(
    fc.property(anyName, (given) => {
      const filename = cleanFilename(given, null);
      const header = contentDisposition({ mime: 'application/zip', filename });
      expect(header).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
      expect(header).toMatch(/^[\x20-\x7e]+$/);
      expect(decodeURIComponent(header.split("''")[1] as string)).toBe(filename);
    }),
  );
});

it('keeps a good name as it is', () => {
  expect(cleanFilename('Rapport été (2).pdf', 'pdf')).toBe('Rapport été (2).pdf');
});

it('keeps the extension of a name that is too long', () => {
  const name = cleanFilename(`${'👋'.repeat(300)}.tar`, null);
  expect([...name]).toHaveLength(255);
  expect(name.endsWith('👋.tar')).toBe(true);
});

it('gives what has no name a generic one', () => {
  expect([cleanFilename(null, null), cleanFilename('', 'png'), cleanFilename('a/', 'wav')]).toEqual([
    'file',
    'file.png',
    'file.wav',
  ]);
});

it('gives a name of which a cut leaves only dots a generic one, and leaves no space where it cuts', () => {
  expect(cleanFilename(`${'.'.repeat(254)} ${'name'.repeat(6)}`, 'png')).toBe('file.png');
  expect(cleanFilename(`${'a'.repeat(254)} name`, 'png')).toBe('a'.repeat(254));
});
