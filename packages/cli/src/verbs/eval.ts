import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readManifest } from '../api/push-manifest.ts';
import { readEnvironment } from '../config.ts';
import { openSignedIn, type VerbOptions } from '../context.ts';
import { commandOf } from '../dev/command-of.ts';
import { play, readTranscript, type PlayedTurn } from '../eval/play.ts';
import { recordConversation } from '../eval/record-conversation.ts';
import { exitCodes, usage } from '../failure.ts';
import { output, table, type Output } from '../output.ts';
import { readJsonFile } from '../read-json-file.ts';
import { readForward } from './listen.ts';

export interface EvalOptions extends VerbOptions {
  readonly file: string;
  readonly by: string;
  readonly within: string;
  readonly forward?: string;
  /** Where the conversation is kept as a transcript; then nothing is played. */
  readonly save?: string;
}

const ways = ['blocks', 'text', 'types'];

/**
 * Plays a transcript, or a conversation of the server as one, with the agent of this folder, and compares its answers with those of then.
 * The exit code is 1 where any differs.
 */
export async function evaluate(what: string, words: readonly string[], options: EvalOptions): Promise<void> {
  const out = output(options.json === true);
  const { by, withinMs } = readOptions(options);
  const isConversation = what.startsWith('cnv_');
  const json = isConversation ? await record(what, options, out) : await readJsonFile(what);
  if (options.save !== undefined) {
    await writeFile(options.save, `${JSON.stringify(json, null, 2)}\n`);
    out.note(`Kept in ${options.save}. Read it before you share it: it holds what people said.`);
    return;
  }
  const command = await commandOf(words, `eval ${what}`);
  const manifest = await readManifest(options.file);
  const folder = resolve('.');
  const transcript = await readTranscript(folder, { file: what, transcript: json });
  const turns = await play(transcript, {
    folder,
    manifest,
    command,
    forward: options.forward === undefined ? null : new URL(readForward(options.forward)),
    variables: readEnvironment().variables,
    by,
    withinMs,
  });
  const different = turns.filter(({ difference }) => difference !== null);
  out.result(
    { turns, different: different.length },
    table([['turn', 'person', 'did', 'answers'], ...turns.map(rowOf)]),
  );
  out.note(
    different.length === 0
      ? `All ${turns.length} turns are answered as before.`
      : `${different.length} of ${turns.length} turns are answered otherwise.`,
  );
  if (different.length > 0) process.exitCode = exitCodes.fault;
}

async function record(conversationId: string, options: EvalOptions, out: Output): Promise<unknown> {
  const { client } = await openSignedIn(options);
  const { transcript, leftOut } = await recordConversation(client, conversationId);
  if (leftOut > 0)
    out.note(`Left out, since it cannot be played again: ${leftOut} (files, forms, tasks, deleted messages).`);
  return transcript;
}

function readOptions({ by, within }: EvalOptions): { by: string; withinMs: number } {
  if (!ways.includes(by))
    throw usage('by_invalid', `"${by}" is nothing to compare by.`, `Use one of ${ways.join(', ')}.`);
  const seconds = Number(within);
  if (!(seconds > 0 && seconds <= 600))
    throw usage('within_invalid', `"${within}" is no time.`, 'Give seconds, more than 0 and at most 600.');
  return { by, withinMs: seconds * 1000 };
}

const didMax = 40;

function rowOf({ person, did, difference, recorded }: PlayedTurn, place: number): string[] {
  const line = did.replaceAll(/\s+/gu, ' ');
  const short = line.length <= didMax ? line : `${line.slice(0, didMax - 1)}…`;
  const same = recorded.length === 1 ? 'same' : `same (${recorded.length})`;
  return [String(place + 1), person, short, difference === null ? same : `DIFFERENT: ${difference}`];
}
