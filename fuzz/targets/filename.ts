import fc from 'fast-check';
import { cleanFilename } from '../../packages/server/src/accounts/assets/clean-filename.ts';
import { contentDisposition } from '../../packages/server/src/accounts/assets/content-disposition.ts';
import { claim, claimSame, oneOf, textTarget, words } from '../target.ts';

/** The name that an upload gives its file, and the header that gives it back. */
export const filename = textTarget({
  name: 'filename',
  encoding: 'utf8',
  tokens: [
    '/',
    '\\',
    '..',
    '.',
    '.png',
    '\0',
    '\r\n',
    '"',
    '%',
    "'",
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202e',
    '\u2069',
    '\u2066',
    '😀',
    '\u0085',
    ' ',
    'a'.repeat(250),
  ],
  inputs: words(
    ['', '../', 'C:\\', '/etc/'],
    fc.tuple(oneOf('a', 'é', '😀', ' ', '.'), oneOf(0, 1, 3, 250, 256)).map(([text, times]) => text.repeat(times)),
    ['', '.png', '.', '.tar.gz', `.${'x'.repeat(30)}`, ' '],
  ),
  check(text) {
    for (const name of [text, halved(text), null]) {
      for (const extension of ['png', null]) checkName(cleanFilename(name, extension), extension);
    }
  },
});

function checkName(clean: string, extension: string | null): void {
  const characters = [...clean];
  claim(characters.length >= 1 && characters.length <= 255, `${characters.length} characters are left.`);
  claim(clean.isWellFormed(), 'Half a character is left.');
  claim(!characters.some(isUnfit), `A character that is unfit is left: ${JSON.stringify(clean)}`);
  claim(/[^.]/.test(clean) && clean.trim() === clean, `This is not a name: ${JSON.stringify(clean)}`);
  claimSame(cleanFilename(clean, extension), clean, 'a clean name that is cleaned again');
  const header = contentDisposition({ mime: 'text/plain', filename: clean });
  const [, quoted, extended] =
    /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/.exec(header) ?? [];
  claim(quoted !== undefined && [...quoted].every((c) => c >= ' ' && c <= '~'), `The header is broken: ${header}`);
  claimSame(decodeURIComponent(extended ?? ''), clean, 'the name in the header');
}

function isUnfit(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
  const turns =
    code === 0x200e || code === 0x200f || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return isControl || turns || character === '/' || character === '\\';
}

/** Text as a decoder of something else than UTF-8 may hand it over: with its pairs of surrogates torn apart. */
function halved(text: string): string {
  return text.replace(/[\u{10000}-\u{10ffff}]/gu, (pair) => `${pair[0]}x${pair[1]}`);
}
