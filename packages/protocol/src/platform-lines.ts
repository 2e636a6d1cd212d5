/**
 * The sentences that the platform itself says in a room and on a decision, with a `{hole}` for each value. On the wire they are whole and
 * English; an app that speaks another language reads them back with `readPlatformLine`. Names are in “quotation marks”, which no name has.
 * Where two lines fit a text, the first one in this table counts.
 */
export const platformLines = {
  joined: '{name} joined the conversation.',
  left: '{name} left the conversation.',
  couldNotAnswer: '{name} could not answer',
  called: '{name} called {other}.',
  answered: '{name} answered {other}.',
  planned: '{name} planned: {text}',
  taskCancelled: '{name} cancelled the task “{title}”.',
  keptFor: '{name} set messages here to be deleted after {days}, beginning in 24 hours.',
  keptAgainFor: '{name} took back the shorter time that messages are kept. Messages here are deleted after {days}.',
  keptAgain: '{name} took back the shorter time that messages are kept.',
  expiredOf: 'Nobody decided in time: {what}',
  expired: 'Nobody decided in time',
  agentLeftOf: 'The agent left before {name} decided: {what}',
  agentLeft: 'The agent left before {name} decided',
  roomDeletedOf: 'The conversation was deleted before {name} decided: {what}',
  roomDeleted: 'The conversation was deleted before {name} decided',
  personLeftOf: '{name} left before deciding: {what}',
  personLeft: '{name} left before deciding',
  approvedOf: '{name} approved: {what}',
  approved: '{name} approved what the agent asked',
  deniedOf: '{name} denied: {what}',
  denied: '{name} denied what the agent asked',
  paidStanding: '{name} paid {coins} under {other}’s standing permission{rest}',
  usedStanding: '{name} used {tool} under {other}’s standing permission{rest}',
  actedStanding: '{name} acted under {other}’s standing permission',
  pay: 'Pay {coins} to {name} for “{reason}”',
  share: 'Share your {fields} with {name}',
  useFor: 'Let {name} use {tool}: {what}',
  use: 'Let {name} use {tool}',
  ownWords: '{name} asks, in its own words: “{what}”',
  othersToDecide: 'This is for {name} to decide.',
  anothersToDecide: 'This is for another person to decide.',
} as const;

export type PlatformLine = keyof typeof platformLines;

type HolesIn<Text> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | HolesIn<Rest> : never;

/** The values of a line, by their holes. Those of `{name}` and `{other}` come in quotation marks, as `quoted` makes them. */
export type PlatformLineValues<Line extends PlatformLine> = Readonly<
  Record<HolesIn<(typeof platformLines)[Line]>, string>
>;

/** A line that was read back. A hole that the line does not have is absent. */
export interface ReadPlatformLine {
  readonly line: PlatformLine;
  readonly values: Readonly<Record<string, string>>;
}

const hole = /\{(\w+)\}/g;

/** Returns a sentence of the platform. */
export function platformLine<Line extends PlatformLine>(line: Line, values: PlatformLineValues<Line>): string {
  const given: Readonly<Record<string, string>> = values;
  return platformLines[line].replace(hole, (_, name: string) => given[name] ?? '');
}

/** Returns which sentence of the platform a text is, with its values; null if it is none. */
export function readPlatformLine(text: string): ReadPlatformLine | null {
  for (const [line, form] of forms()) {
    const read = form.exec(text);
    if (read !== null) return { line, values: { ...read.groups } };
  }
  return null;
}

let compiled: readonly (readonly [PlatformLine, RegExp])[] | undefined;

function forms() {
  compiled ??= Object.entries(platformLines).map(([line, text]) => [line as PlatformLine, formOf(text)]);
  return compiled;
}

/** Returns the form of a line. No two holes that take any text stand beside each other, so that reading it takes one pass. */
function formOf(text: string): RegExp {
  const form = text
    .replace(/[.?*+()[\]\\^$|]/g, '\\$&')
    .replace(hole, (_, name: string) => `(?<${name}>${valueOf(name)})`);
  return new RegExp(`^${form}$`, 'su');
}

function valueOf(name: string): string {
  if (name === 'name' || name === 'other') return '“[^“”]*”';
  if (name === 'rest') return '.*';
  if (name === 'tool') return '[^ :]+';
  return name === 'coins' || name === 'days' ? '\\d+ \\w+' : '.+';
}
