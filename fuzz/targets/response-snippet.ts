import { snippetOf } from '../../packages/server/src/engine/carriers/response-snippet.ts';
import { between, claim, claimSame, type Target, words } from '../target.ts';

/** What is kept of the body of an endpoint's answer, for its owner to read. */
export const responseSnippet: Target = {
  name: 'response-snippet',
  tokens: ['\0', '\x1b[31m', '\r\n', '\u202e', '\u2028', '\ufeff', 'é', '😀', 'a'.repeat(1020)],
  inputs: words(
    [0, 1, 1020, 1023, 1024].map((length) => 'a'.repeat(length)),
    ['', 'é', '😀', '\0', '\u202e', '\n\n'],
    between(0, 8).map((length) => 'b'.repeat(length)),
  ).map((text) => Buffer.from(text)),
  check(bytes) {
    const snippet = snippetOf(Buffer.from(bytes));
    claimSame(snippet === null, bytes.length === 0, 'whether there is none');
    if (snippet === null) return;
    claim(snippet.isWellFormed() && snippet.length <= 1024, `It has ${snippet.length} characters.`);
    claim(![...snippet].some(isUnfit), `It holds what nobody should be shown: ${JSON.stringify(snippet)}`);
    const isPlain = bytes.length <= 1024 && bytes.every((byte) => byte >= 0x20 && byte <= 0x7e);
    if (isPlain) claimSame(snippet, Buffer.from(bytes).toString('latin1'), 'plain text');
  },
};

function isUnfit(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
  const breaksOrTurns = code === 0x2028 || code === 0x2029 || (code >= 0x202a && code <= 0x202e);
  return isControl || breaksOrTurns || (code >= 0x2066 && code <= 0x2069);
}
