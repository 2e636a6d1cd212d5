import { readPlatformLine, type PlatformLine } from '@parley/protocol';
import type * as english from '../platform-lines.ts';
import type { Translation } from '../translation.ts';

type Values = Readonly<Record<string, string>>;

const lines: Readonly<Record<PlatformLine, (values: Values) => string>> = {
  joined: ({ name }) => `${named(name)} ist der Unterhaltung beigetreten.`,
  left: ({ name }) => `${named(name)} hat die Unterhaltung verlassen.`,
  couldNotAnswer: ({ name }) => `${named(name)} konnte nicht antworten`,
  called: ({ name, other }) => `${named(name)} hat ${named(other)} gefragt.`,
  answered: ({ name, other }) => `${named(name)} hat ${named(other)} geantwortet.`,
  planned: ({ name, text }) => `${named(name)} hat geplant: ${text}`,
  taskCancelled: ({ name, title }) => `${named(name)} hat die Aufgabe „${title}“ abgebrochen.`,
  keptFor: ({ name, days }) =>
    `${named(name)} lässt Nachrichten hier nach ${counted(days)} löschen. Das beginnt in 24 Stunden.`,
  keptAgainFor: ({ name, days }) =>
    `${named(name)} hat die kürzere Aufbewahrung zurückgenommen. Nachrichten werden hier nach ${counted(days)} gelöscht.`,
  keptAgain: ({ name }) => `${named(name)} hat die kürzere Aufbewahrung von Nachrichten zurückgenommen.`,
  expiredOf: ({ what }) => `Niemand hat rechtzeitig entschieden: ${said(what)}`,
  expired: () => 'Niemand hat rechtzeitig entschieden',
  agentLeftOf: ({ name, what }) => `Der Agent ging, bevor ${named(name)} entschieden hat: ${said(what)}`,
  agentLeft: ({ name }) => `Der Agent ging, bevor ${named(name)} entschieden hat`,
  roomDeletedOf: ({ name, what }) =>
    `Die Unterhaltung wurde gelöscht, bevor ${named(name)} entschieden hat: ${said(what)}`,
  roomDeleted: ({ name }) => `Die Unterhaltung wurde gelöscht, bevor ${named(name)} entschieden hat`,
  personLeftOf: ({ name, what }) => `${named(name)} ging, ohne zu entscheiden: ${said(what)}`,
  personLeft: ({ name }) => `${named(name)} ging, ohne zu entscheiden`,
  approvedOf: ({ name, what }) => `${named(name)} hat freigegeben: ${said(what)}`,
  approved: ({ name }) => `${named(name)} hat freigegeben, worum der Agent bat`,
  deniedOf: ({ name, what }) => `${named(name)} hat abgelehnt: ${said(what)}`,
  denied: ({ name }) => `${named(name)} hat abgelehnt, worum der Agent bat`,
  paidStanding: ({ name, coins, other, rest }) =>
    `${named(name)} hat mit der Dauerfreigabe von ${named(other)} ${counted(coins)} gezahlt${left(rest)}`,
  usedStanding: ({ name, tool, other, rest }) =>
    `${named(name)} hat mit der Dauerfreigabe von ${named(other)} ${tool} benutzt${left(rest)}`,
  actedStanding: ({ name, other }) => `${named(name)} hat mit der Dauerfreigabe von ${named(other)} gehandelt`,
  pay: ({ coins, name, reason }) => `${counted(coins)} an ${named(name)} zahlen, für „${reason}“`,
  share: ({ fields, name }) => `${named(name)} mitteilen: ${(fields ?? '').split(' and ').map(field).join(' und ')}`,
  useFor: ({ name, tool, what }) => `${named(name)} darf ${tool} benutzen: ${what}`,
  use: ({ name, tool }) => `${named(name)} darf ${tool} benutzen`,
  ownWords: ({ name, what }) => `${named(name)} fragt mit eigenen Worten: „${what}“`,
  othersToDecide: ({ name }) => `Das entscheidet ${named(name)}.`,
  anothersToDecide: () => 'Das entscheidet jemand anderes.',
};

export const platformWords: Translation<typeof english.platformWords> = { said };

function said(text = ''): string {
  const read = readPlatformLine(text);
  return read === null ? text : lines[read.line](read.values);
}

function named(quoted = ''): string {
  return `„${quoted.slice(1, -1)}“`;
}

/** `1 day` and `3 days` follow a preposition that takes the dative; coins look the same in every case. */
function counted(text = ''): string {
  const [count, unit = ''] = text.split(' ');
  if (unit.startsWith('day')) return count === '1' ? 'einem Tag' : `${count} Tagen`;
  return count === '1' ? '1 Münze' : `${count} Münzen`;
}

function left(rest = ''): string {
  // Lines of 0.3 and before also say `uses`.
  const [, some, total] = /^, (\S+) of (\S+?)(?: uses?)? left$/.exec(rest) ?? [];
  return some === undefined ? '' : `, noch ${some} von ${total} übrig`;
}

function field(name: string): string {
  if (name === 'display name') return 'deinen Namen';
  return name === 'handle' ? 'deinen Benutzernamen' : name;
}
