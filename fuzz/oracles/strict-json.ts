import { isUtf8 } from 'node:buffer';

/** What a strict reader makes of bytes; `fault` says which rule they break. */
export type Reading = { readonly fault: null; readonly value: unknown } | { readonly fault: string };

const depthMax = 32;

/** Reads JSON as RFC 8259 has it, character by character, with the rules for request bodies on top. */
export function readStrictly(bytes: Uint8Array): Reading {
  if (!isUtf8(bytes)) return { fault: 'not UTF-8' };
  const text = Buffer.from(bytes).toString('utf8');
  try {
    const reader = new Reader(text);
    return { fault: null, value: reader.document() };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

class Fault extends Error {}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const words = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): unknown {
    const value = this.value(0);
    this.blank();
    if (this.at < this.text.length) throw new Fault('something after the end');
    return value;
  }

  private value(depth: number): unknown {
    this.blank();
    const character = this.text[this.at];
    if (character === '{') return this.object(depth + 1);
    if (character === '[') return this.array(depth + 1);
    if (character === '"') return this.string();
    for (const [word, value] of words) if (this.skip(word)) return value;
    return this.number();
  }

  private object(depth: number): object {
    this.enter(depth);
    const members = new Map<string, unknown>();
    if (this.closes('}')) return {};
    do {
      this.blank();
      const key = this.string();
      if (members.has(key)) throw new Fault('a key twice');
      this.blank();
      if (!this.skip(':')) throw new Fault('no colon');
      members.set(key, this.value(depth));
      this.blank();
    } while (this.skip(','));
    if (!this.skip('}')) throw new Fault('no end of the object');
    return Object.fromEntries(members);
  }

  private array(depth: number): unknown[] {
    this.enter(depth);
    const items: unknown[] = [];
    if (this.closes(']')) return items;
    do {
      items.push(this.value(depth));
      this.blank();
    } while (this.skip(','));
    if (!this.skip(']')) throw new Fault('no end of the array');
    return items;
  }

  private string(): string {
    if (!this.skip('"')) throw new Fault('no string');
    let read = '';
    for (;;) {
      const character = this.text[this.at++];
      if (character === undefined || character < ' ') throw new Fault('a string without end');
      if (character === '"') break;
      read += character === '\\' ? this.escape() : character;
    }
    if (read.includes('\0') || !read.isWellFormed()) throw new Fault('text that no database keeps');
    return read;
  }

  private escape(): string {
    const character = this.text[this.at++] ?? '';
    const plain = Object.hasOwn(escapes, character) ? escapes[character] : undefined;
    if (plain !== undefined) return plain;
    const digits = this.text.slice(this.at, this.at + 4);
    if (character !== 'u' || !/^[0-9a-fA-F]{4}$/.test(digits)) throw new Fault('a bad escape');
    this.at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  private number(): number {
    const found = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/.exec(this.text.slice(this.at));
    if (!found) throw new Fault('no value');
    this.at += found[0].length;
    return Number(found[0]);
  }

  private enter(depth: number): void {
    this.at++;
    if (depth > depthMax) throw new Fault('too deep');
  }

  private closes(bracket: string): boolean {
    this.blank();
    return this.skip(bracket);
  }

  private blank(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at++;
  }

  private skip(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }
}
