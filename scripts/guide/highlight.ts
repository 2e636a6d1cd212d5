import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import nginx from 'highlight.js/lib/languages/nginx';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = { sh: bash, go, ini, js: javascript, json, nginx, python, sql, ts: typescript, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** What a tab or a caption calls a language. */
export const languageNames: Readonly<Record<string, string>> = {
  sh: 'Shell',
  go: 'Go',
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  sql: 'SQL',
  ts: 'TypeScript',
  yaml: 'YAML',
};

/** Code as HTML, with classes for its parts where the language is known. */
export function highlight(code: string, language: string): string {
  if (language in languages) return hljs.highlight(code, { language }).value;
  return escapeHtml(code);
}

/** Text as it may stand in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
