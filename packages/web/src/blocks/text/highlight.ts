import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

/** A piece of code: plain text, or a scope such as `keyword` with its content. */
export type CodeToken = string | { readonly scope: string; readonly inner: readonly CodeToken[] };

const languages = { bash, css, diff, go, java, javascript, json, python, rust, sql, typescript, xml, yaml };

/** Collects the highlighter's tokens directly, so that no HTML is produced and parsed. */
class TokenCollector {
  readonly root: CodeToken[] = [];
  readonly #open: CodeToken[][] = [this.root];

  addText(text: string): void {
    if (text !== '') this.#open.at(-1)?.push(text);
  }

  startScope(scope: string): void {
    const inner: CodeToken[] = [];
    this.#open.at(-1)?.push({ scope, inner });
    this.#open.push(inner);
  }

  endScope(): void {
    if (this.#open.length > 1) this.#open.pop();
  }

  __addSublanguage({ root }: TokenCollector): void {
    this.#open.at(-1)?.push(...root);
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  finalize(): void {
    this.#open.length = 1;
  }

  toHTML(): string {
    return '';
  }
}

const highlighter = hljs.newInstance();
highlighter.configure({ __emitter: TokenCollector });
for (const [name, grammar] of Object.entries(languages)) highlighter.registerLanguage(name, grammar);

/** Returns code as tokens, or null if the language is not one of these. */
export function highlight(code: string, language: string): readonly CodeToken[] | null {
  const name = language.toLowerCase();
  if (!highlighter.getLanguage(name)) return null;
  const { _emitter } = highlighter.highlight(code, { language: name, ignoreIllegals: true });
  return (_emitter as TokenCollector).root;
}
