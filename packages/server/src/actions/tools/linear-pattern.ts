import { RE2JS } from 're2js';

/** The part of `RegExp` that Ajv uses for a pattern. */
export interface Matcher {
  test(text: string): boolean;
  /** Returns the pattern's name. Ajv treats two matchers with the same name as one. */
  toString(): string;
}

/**
 * Compiles a pattern of a JSON Schema to a matcher that takes time linear in the length of the text. It matches exactly
 * as `new RegExp(pattern, 'u')` does. Lookaround and back references fall back to the native engine, so the caller must
 * also limit the time; throws if the pattern is invalid.
 */
export function linearPattern(pattern: string): Matcher {
  const native = new RegExp(pattern, 'u');
  const translated = translate(pattern);
  if (translated === null) return native;
  try {
    const linear = RE2JS.compile(translated);
    // RE2 does not treat an unpaired surrogate as a character.
    return {
      test: (text) => (/\p{Cs}/u.test(text) ? native.test(text) : linear.test(text)),
      toString: () => native.toString(),
    };
  } catch {
    return native;
  }
}

const spaces =
  '\\t-\\r\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const noSpaces =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

const piece = new RegExp(
  [
    '\\\\u(?<lead>[dD][89abAB][0-9a-fA-F]{2})\\\\u(?<trail>[dD][c-fC-F][0-9a-fA-F]{2})',
    '\\\\(?:u\\{(?<wide>[0-9a-fA-F]+)\\}|u(?<unit>[0-9a-fA-F]{4})|x(?<byte>[0-9a-fA-F]{2})|c(?<control>[A-Za-z]))',
    '\\\\(?<property>[pP]\\{(?:L|Lu|Ll|Lt|Lm|Lo|M|Mn|Mc|N|Nd|Nl|No|P|S|Z|Zs)\\})',
    '\\\\(?<escape>[^])',
    '(?<name>\\(\\?<[A-Za-z]\\w*>)',
    '(?<look>\\(\\?(?!:)|\\(\\?$)',
    '(?<literal>[^])',
  ].join('|'),
  'uy',
);

/** Translates a pattern to RE2 syntax, one literal at a time. Returns null if RE2 cannot express it. */
function translate(pattern: string): string | null {
  let translated = '';
  let inClass = false;
  piece.lastIndex = 0;
  while (piece.lastIndex < pattern.length) {
    const groups = piece.exec(pattern)?.groups ?? {};
    const { lead, trail, wide, unit, byte, control, property, escape, name, look, literal } = groups;
    const code = codeOf({ lead, trail, wide, unit, byte, control });
    let next: string | null;
    if (code !== null) next = code >= 0xd800 && code <= 0xdfff ? null : characterOf(code);
    else if (property !== undefined) next = `\\${property}`;
    else if (escape !== undefined) next = escaped(escape, inClass);
    else if (inClass && (name ?? look) !== undefined) next = null;
    else if (name !== undefined) next = '(';
    else if (look !== undefined) next = null;
    else next = plain(literal ?? '', inClass);
    if (next === null) return null;
    if (literal === '[') inClass = true;
    if (literal === ']') inClass = false;
    translated += next;
  }
  // RE2 has no form of a class that matches everything or nothing.
  return /\[\^?\]/.test(pattern) ? null : translated;
}

type Codes = Readonly<Record<'lead' | 'trail' | 'wide' | 'unit' | 'byte' | 'control', string | undefined>>;

function codeOf({ lead, trail, wide, unit, byte, control }: Codes): number | null {
  if (lead !== undefined && trail !== undefined)
    return 0x10000 + ((parseInt(lead, 16) & 0x3ff) << 10) + (parseInt(trail, 16) & 0x3ff);
  const digits = wide ?? unit ?? byte;
  if (digits !== undefined) return parseInt(digits, 16);
  return control === undefined ? null : control.charCodeAt(0) % 32;
}

function escaped(escape: string, inClass: boolean): string | null {
  switch (escape) {
    case 'd':
    case 'D':
    case 'w':
    case 'W':
      return `\\${escape}`;
    case 's':
      return inClass ? spaces : `[${spaces}]`;
    case 'S':
      return inClass ? noSpaces : `[${noSpaces}]`;
    case 'b':
      return inClass ? characterOf(8) : '\\b';
    case 'B':
      return inClass ? null : '\\B';
    case '0':
      return characterOf(0);
    case 't':
    case 'n':
    case 'v':
    case 'f':
    case 'r':
      return characterOf({ t: 9, n: 10, v: 11, f: 12, r: 13 }[escape]);
    default:
      return /^[\^$\\.*+?()[\]{}|/-]$/.test(escape) ? characterOf(escape.charCodeAt(0)) : null;
  }
}

function plain(literal: string, inClass: boolean): string {
  if (inClass) return /^[\]^-]$/.test(literal) ? literal : characterOf(literal.codePointAt(0) ?? 0);
  if (literal === '.') return '[^\\n\\r\\x{2028}\\x{2029}]';
  if (literal === '$') return '\\z';
  return literal;
}

const characterOf = (code: number): string => `\\x{${code.toString(16)}}`;
