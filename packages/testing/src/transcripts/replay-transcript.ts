import type { Message } from '@parley/protocol';
import type { TestedAgent } from '../agents/tested-agent.ts';
import type { Person } from '../people/person.ts';
import type { World } from '../world.ts';
import { differenceOf, type Answers, type ComparedBy } from './compare-answers.ts';
import { wordsOfTurn, type Transcript, type TranscriptTurn } from './transcript.ts';

export interface ReplayOptions {
  /** What answers are compared by; `blocks` by default. */
  readonly by?: ComparedBy;
  /** How long the answers of one turn are waited for, in milliseconds of the machine; 10,000 by default. */
  readonly withinMs?: number;
}

/** One turn of a transcript as it went now. */
export interface ReplayedTurn {
  readonly person: string;
  /** What the person did, as one line. */
  readonly did: string;
  /** The blocks of the agent's messages, as recorded and as they are now. */
  readonly recorded: Answers;
  readonly now: Answers;
  /** The first difference, as a sentence; null where the answers are the same. */
  readonly difference: string | null;
}

/** How much later than the last expected answer one more is waited for, where the program runs elsewhere. */
const quietMs = 200;

/**
 * Plays a transcript with an agent, all its people in one room, and compares what the agent answers with what was recorded. The people grant
 * all scopes that the agent requests. A turn that cannot be played, such as a press of a button that is not there, is a difference, and so is
 * an answer that does not come in time; the turns after it are played all the same.
 *
 * @example
 * const turns = await replayTranscript(world, agent, readTranscript(JSON.parse(text)));
 * expect(turns.filter(({ difference }) => difference)).toEqual([]);
 */
export async function replayTranscript(
  world: World,
  agent: TestedAgent,
  { turns }: Transcript,
  { by = 'blocks', withinMs = 10_000 }: ReplayOptions = {},
): Promise<readonly ReplayedTurn[]> {
  const people = await enter(world, agent, turns);
  const replayed: ReplayedTurn[] = [];
  for (const turn of turns) {
    const person = people.get(turn.person) as Person;
    const before = new Set((await answersOf(person, agent)).map(({ messageId }) => messageId));
    const recorded = turn.answers;
    const fault = await act(person, turn, withinMs).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const newAnswers = async () => (await answersOf(person, agent)).filter(({ messageId }) => !before.has(messageId));
    if (fault === null) {
      await waitFor(world, () => countAnswers(person, agent, before), recorded.length, {
        withinMs,
        quietMs: agent.isRunning ? 0 : quietMs,
      });
      await world.settle();
    }
    const now = (await newAnswers()).map(({ blocks }) => blocks as Answers[number]);
    replayed.push({
      person: turn.person,
      did: wordsOfTurn(turn),
      recorded,
      now,
      difference: fault ?? differenceOf(recorded, now, by),
    });
  }
  return replayed;
}

/** Signs the people up, opens their room, and has them grant what the agent requests. */
async function enter(world: World, agent: TestedAgent, turns: readonly TranscriptTurn[]): Promise<Map<string, Person>> {
  const people = new Map<string, Person>();
  for (const { person } of turns) if (!people.has(person)) people.set(person, await world.person(person));
  const [first, ...others] = people.values();
  await first?.opens(agent, ...others);
  const scopes = (agent.manifest.requested_scopes ?? []).map(({ scope }) => scope);
  if (scopes.length > 0) for (const person of people.values()) await person.grants(scopes, { to: agent });
  return people;
}

async function act(person: Person, turn: TranscriptTurn, withinMs: number): Promise<void> {
  if ('says' in turn) return person.says(turn.says);
  if ('presses' in turn) return person.presses(turn.presses, { withinMs });
  if ('submits' in turn) return person.submits(turn.submits, { withinMs });
  const { action, option, reason } = turn;
  const how = { withinMs, ...(action !== undefined && { action }), ...(reason !== undefined && { reason }) };
  if (turn.decides === 'denied') await person.denies(how);
  else await person.approves({ ...how, ...(option !== undefined && { option }) });
}

/** Waits until there are as many answers as were recorded, and then a moment for one more; not longer than the time for a turn. */
async function waitFor(
  world: World,
  count: () => Promise<number>,
  expected: number,
  time: { readonly withinMs: number; readonly quietMs: number },
): Promise<void> {
  const startedAt = performance.now();
  let reachedAt: number | null = null;
  const isOver = async () => {
    const at = performance.now();
    if (at - startedAt > time.withinMs) return true;
    if (reachedAt === null && (await count()) >= expected) reachedAt = at;
    return reachedAt !== null && at - reachedAt >= time.quietMs;
  };
  await world.until(isOver, 'the answers', { withinMs: time.withinMs + 60_000 });
}

/** How many answers are new; -1 while one is being written. */
async function countAnswers(person: Person, { agentId }: TestedAgent, before: ReadonlySet<string>): Promise<number> {
  const messages = (await person.messages()).filter(({ author }) => author.id === agentId);
  if (messages.some(({ partial }) => partial)) return -1;
  return messages.filter(({ messageId }) => !before.has(messageId)).length;
}

async function answersOf(person: Person, { agentId }: TestedAgent): Promise<readonly Message[]> {
  return (await person.messages()).filter(({ author, partial }) => author.id === agentId && !partial);
}
