import { z } from 'zod';

/** At most this many turns are replayed, and so many answers are compared in each. */
const turnsMax = 1000;
const answersMax = 100;

const block = z.looseObject({ type: z.string() });
const answers = z.array(z.array(block)).max(answersMax).default([]);
const person = z.string().regex(/^[a-z0-9][a-z0-9_-]{1,31}$/);
const words = z.string().min(1).max(10_000);

const turn = z.union([
  z.strictObject({ person, says: words, answers }),
  z.strictObject({ person, presses: words, answers }),
  z.strictObject({ person, submits: z.record(z.string(), z.union([z.string(), z.number()])), answers }),
  z.strictObject({
    person,
    decides: z.enum(['approved', 'denied']),
    /** A part of the action to decide on; without it, the first that is pending. */
    action: z.string().optional(),
    option: z.string().optional(),
    reason: z.string().optional(),
    answers,
  }),
]);

const transcript = z.strictObject({ version: z.literal('1'), turns: z.array(turn).min(1).max(turnsMax) });

/**
 * A conversation with an agent that can be played again: what people did, in order, and with what blocks the agent answered each time.
 * `person` is a handle of 2 to 32 characters; equal handles are one person, and all are in one room.
 */
export type Transcript = z.output<typeof transcript>;

/** One thing that a person did, and the agent's messages that followed before the next. */
export type TranscriptTurn = Transcript['turns'][number];

/**
 * Reads a transcript from JSON that was parsed. `answers` may be left out where none is expected.
 *
 * @throws Error that names the first fault with its JSON Pointer.
 */
export function readTranscript(json: unknown): Transcript {
  const read = transcript.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = (issue?.path ?? []).map((part) => `/${String(part)}`).join('');
  throw new Error(`This is no transcript: ${issue?.message ?? 'it cannot be read'} at ${path || 'its top'}.`);
}

/** What a person did, as one line. */
export function wordsOfTurn(done: TranscriptTurn): string {
  if ('says' in done) return done.says;
  if ('presses' in done) return `presses "${done.presses}"`;
  if ('submits' in done) return `submits ${JSON.stringify(done.submits)}`;
  return `${done.decides}${done.action === undefined ? '' : `: ${done.action}`}`;
}
