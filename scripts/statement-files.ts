import { settling } from '../packages/server/src/engine/deliveries/lease/settle-queries.ts';
import { claimingDue } from '../packages/server/src/engine/deliveries/queue/claim-queries.ts';
import { sendText } from '../packages/server/src/chat/messages/send/send-queries.ts';
import type { GeneratedFile } from './generated-file.ts';

/** The large statements, complete and indented, to be read and reviewed. The server builds them from the same code. */
export const statementFiles: readonly GeneratedFile[] = [
  {
    path: 'packages/server/src/chat/messages/send/send.sql',
    generate: async () =>
      written(sendText(), [
        'Sends messages of people: one statement, and mostly one transaction. It compares the conversations with the cache,',
        'but where the transaction has locked and read them already it compares nothing (see `locked`).',
        'Triggers note the hour of a conversation (migration 0101) and a failed attempt (0061).',
        'This is the largest of three texts. The parts `absent` and `tried` are left out where no failure is predicted,',
        'and all from `queued` to `tried` where no message has a delivery.',
        'See docs/decisions/0021-a-send-is-one-statement.md. Built by send-queries.ts; this copy is made by',
        'scripts/statement-files.ts.',
      ]),
  },
  {
    path: 'packages/server/src/engine/deliveries/lease/settle.sql',
    generate: async () =>
      written(settling.text(), [
        'Records finished attempts and what becomes of their deliveries, in one statement.',
        'Built by settle-queries.ts; this copy is made by scripts/statement-files.ts.',
      ]),
  },
  {
    path: 'packages/server/src/engine/deliveries/queue/claim.sql',
    generate: async () =>
      written(claimingDue.text(), [
        'Claims due deliveries for one server, in one statement. The other claim differs in its first part alone: it takes',
        'what waits for the windows of agents.',
        'Built by claim-queries.ts; this copy is made by scripts/statement-files.ts.',
      ]),
  },
];

const widthMax = 120;

function written(text: string, about: readonly string[]): string {
  return [...about.map((line) => `-- ${line}`), '', ...indented(text), ''].join('\n');
}

/** Indents each line by the parentheses that are open before it, and puts an empty line between parts. */
function indented(text: string): string[] {
  let depth = 0;
  return text.split('\n').flatMap((each) => {
    const line = each.trim();
    if (line === '') return [];
    const code = line.startsWith('--') ? '' : line;
    const closing = /^\)*/.exec(code)?.[0].length ?? 0;
    const lines = wrapped(line, '  '.repeat(Math.max(0, depth - closing)));
    const isPartOver = depth > 0 && depth - closing === 0;
    depth += [...code].filter((c) => c === '(').length - [...code].filter((c) => c === ')').length;
    return isPartOver && code.startsWith('),') ? splitPart(lines) : lines;
  });
}

/** A part begins on a line of its own: `), next as (` becomes `),`, an empty line and `next as (`. */
function splitPart(lines: readonly string[]): string[] {
  const [first = '', ...rest] = lines;
  const next = first.slice(first.indexOf('),') + 2).trim();
  return ['),', '', ...(next === '' ? [] : [next]), ...rest];
}

function wrapped(line: string, indent: string): string[] {
  const lines: string[] = [];
  let rest = indent + line;
  while (rest.length > widthMax && !line.startsWith('--')) {
    const end = lastBreak(rest);
    if (end <= indent.length + 2) break;
    lines.push(rest.slice(0, end));
    rest = `${indent}    ${rest.slice(end + 1)}`;
  }
  return [...lines, rest];
}

/** Returns the index of the last space within the width that is not in a literal, or -1. */
function lastBreak(line: string): number {
  let end = line.lastIndexOf(' ', widthMax);
  while (end >= 0 && line.slice(0, end).split("'").length % 2 === 0) end = line.lastIndexOf(' ', end - 1);
  return end;
}
