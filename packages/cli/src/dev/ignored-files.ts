import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What changes without being a change of the program, in any folder. */
const passedOver = /^(node_modules|dist|build|coverage|__pycache__|\..*)$/;

/** Whether a path in a folder, with slashes, is none of its sources: by its name, or because a .gitignore in the folder or below says so. */
export function ignoredIn(folder: string): (path: string) => boolean {
  const known = new Map<string, readonly Rule[]>();
  const rulesIn = (below: string): readonly Rule[] => {
    const rules = known.get(below) ?? rulesOf(join(folder, below, '.gitignore'));
    known.set(below, rules);
    return rules;
  };
  return (path) => {
    const parts = path.split('/');
    if (parts.some((part) => passedOver.test(part))) return true;
    // What is below an ignored folder is ignored, also if a later line includes it.
    return parts.some((_, depth) => isIgnored(parts.slice(0, depth + 1), depth + 1 < parts.length, rulesIn));
  };
}

interface Rule {
  readonly pattern: RegExp;
  readonly isForFolders: boolean;
  readonly isIgnored: boolean;
}

/** The last line that fits decides, of the deepest .gitignore that has one. */
function isIgnored(parts: readonly string[], isFolder: boolean, rulesIn: (below: string) => readonly Rule[]): boolean {
  for (let depth = parts.length - 1; depth >= 0; depth -= 1) {
    const path = parts.slice(depth).join('/');
    const rule = rulesIn(parts.slice(0, depth).join('/')).findLast(
      ({ pattern, isForFolders }) => pattern.test(path) && (isFolder || !isForFolders),
    );
    if (rule) return rule.isIgnored;
  }
  return false;
}

function rulesOf(file: string): Rule[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(ruleOf);
}

function ruleOf(line: string): Rule {
  const isIgnored = !line.startsWith('!');
  const wanted = line.replace(/^!/, '');
  const isForFolders = wanted.endsWith('/');
  const pattern = wanted.replace(/\/$/, '');
  // A pattern with a slash counts from the folder, another one anywhere in it.
  const start = pattern.includes('/') ? '^' : '(^|/)';
  return { pattern: new RegExp(`${start}${expressionOf(pattern.replace(/^\//, ''))}$`), isForFolders, isIgnored };
}

function expressionOf(pattern: string): string {
  return pattern.replace(/\*\*\/|\/\*\*$|\*|\?|[.+^${}()|[\]\\]/g, (part) => {
    if (part === '**/') return '(.*/)?';
    if (part === '/**') return '/.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : `\\${part}`;
  });
}
