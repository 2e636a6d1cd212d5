import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The numbered paragraphs of the pages that decide what the interface leaves open; a title begins with `§` and the number. */
const paragraphs: Readonly<Record<number, string>> = {
  1: 'Conventions',
  2: 'People',
  3: 'Agents',
  4: 'Conversations and messages',
  5: 'Agent-facing calls',
  6: 'Deliveries',
  7: 'Tasks, schedules, tools, approvals, coins',
  8: 'Browser events',
  9: 'Running it',
  10: 'Rules that tighten the others',
  11: 'Additions for people',
  12: 'Additions for agents',
  13: 'Pushes',
  14: 'Roles and the first administrator',
  15: 'Accounts of people',
  16: 'Sign-on',
  18: 'Audit log',
  17: 'Agents and abuse',
  19: 'Retention and holds',
  21: 'Overview and settings',
  20: 'Backup, restore, move',
  22: 'Standing grants',
  23: 'Richer decisions',
  24: 'Attention',
  25: 'Edit and delete',
  26: 'A stream that resumes',
  27: 'The door, time, agents and strangers',
  28: 'People, once more',
  29: 'Agents that work together',
};

/** The headings of the interface, which have no numbers; a title names one behind its paragraph, before a colon. */
const headings = [
  'Identifier shapes',
  'Conversation',
  'Stored message and queued delivery',
  'Delivery envelope',
  'Membership and grants',
  'Approval',
  'Task update request',
  'Proactive message request',
  'Reply request',
  'Agent search response',
  'Interaction blocks',
  'States and transitions',
  'Authentication',
  'Authorization model',
  'Browser events',
  'Agent relay',
  'Webhook deliveries',
  'Errors',
  'Limits',
  'Versioning',
];

const root = join(import.meta.dirname, '..');
const titles = ['packages', 'scripts', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .flatMap((path) => titlesIn(readFileSync(join(root, folder, path), 'utf8'))),
);

it.each(Object.entries(paragraphs))('§%s %s is named by a test', (number) => {
  expect(titles.filter((title) => numbersOf(title).includes(Number(number)))).not.toEqual([]);
});

it.each(headings)('“%s” of the interface is named by a test', (heading) => {
  expect(titles.filter((title) => title.replace(/^(§[\d–]+ ?)+/, '').split(':')[0] === heading)).not.toEqual([]);
});

it('no test names a paragraph that is not there', () => {
  expect(titles.filter((title) => numbersOf(title).some((number) => paragraphs[number] === undefined))).toEqual([]);
});

/** The titles of the tests and groups in a file, but of those that are skipped for good. */
function titlesIn(text: string): string[] {
  const title = /(?:\b(?:describe|it|test)(?:\.(?!skip\b|todo\b)\w+)*|\))\(\s*(?:'([^'\n]+)'|`([^`\n]+)`|"([^"\n]+)")/g;
  return [...text.matchAll(title)].map(([, single, template, double]) => single ?? template ?? double ?? '');
}

/** `§4 …`, `§1 §6 …` and `§1–§6 …` name what they say. */
function numbersOf(title: string): number[] {
  const [named = ''] = /^(§\d+[ –]?)+/.exec(title) ?? [];
  return [...named.matchAll(/\d+/g)].map(([number]) => Number(number));
}
