import type { Envelope } from '@parley/protocol';
import { validateDocument } from '../validate/validate-document.ts';
import { pause } from '../until-stopped.ts';
import { faulty, passed, type Check } from './check.ts';
import type { Poster } from './deliveries.ts';
import type { SeenCall } from './pretended-platform.ts';

/** What an agent sends while it is examined, as far as it is seen. */
export interface Witness {
  readonly calls: readonly SeenCall[];
}

/** How long an agent has for an answer, and how long nothing more may come for it to count as over. */
const firstAnswerMs = 3000;
const quietMs = 700;
const longestMs = 10_000;
const lookMs = 50;

/**
 * Judges what the agent sends of itself: that its calls are signed, its blocks valid, and that a delivery that comes twice is handled
 * once. Where nothing sees its calls, it says so.
 */
export async function checkAnswers(poster: Poster, hello: () => Envelope, witness: Witness | null): Promise<Check[]> {
  if (witness === null) return [passed('dedupe', unseen)];
  await settled(() => witness.calls.length, quietMs);
  const envelope = hello();
  const repliesTo = () =>
    witness.calls.filter(({ path, deliveryId }) => path === '/hooks/v1/reply' && deliveryId === envelope.delivery_id)
      .length;
  await poster.post(envelope);
  await settled(repliesTo, firstAnswerMs);
  const once = repliesTo();
  await poster.post(envelope);
  await settled(repliesTo, once === 0 ? quietMs : firstAnswerMs / 2);
  const twice = repliesTo();
  return [checkDedupe(once, twice), checkSigned(witness.calls), checkBlocks(witness.calls)];
}

const unseen =
  'Only its acknowledgements were seen. To have its answers counted too, stop whatever listens at PARLEY_BASE_URL, give the agent and ' +
  'this command the same one on 127.0.0.1, and parley doctor takes its place meanwhile.';

function checkDedupe(once: number, twice: number): Check {
  if (once === 0 && twice === 0)
    return passed('dedupe', 'It answered neither time, so what it does twice cannot be seen.');
  if (twice === once) return passed('dedupe');
  return faulty(
    'dedupe',
    `It answered ${once} times to a delivery and ${twice - once} more when the same came again: keep the delivery_id before you work, and do nothing for one that is known.`,
  );
}

function checkSigned(calls: readonly SeenCall[]): Check {
  const forged = calls.find(({ genuine }) => !genuine);
  if (forged === undefined) return passed('reply_signature', calls.length === 0 ? 'It called nothing.' : null);
  return faulty(
    'reply_signature',
    `Its call of ${forged.path} is signed wrong: X-Agent-Signature is t=<unix>,v1=<hex> over \`<unix>.\` and the bytes that are sent.`,
  );
}

function checkBlocks(calls: readonly SeenCall[]): Check {
  for (const { path, body } of calls) {
    if (path !== '/hooks/v1/reply') continue;
    const [problem] = validateDocument(body, 'blocks').problems;
    if (problem) return faulty('reply_blocks', `${problem.pointer}: ${problem.message} ${problem.hint}`);
  }
  return passed('reply_blocks');
}

/** Waits until a count is above what it was and has not changed for a moment, or for `atMostMs` where it does not change. */
async function settled(count: () => number, atMostMs: number): Promise<void> {
  const startedAt = Date.now();
  const before = count();
  let last = before;
  let changedAt = startedAt;
  while (Date.now() - startedAt < longestMs) {
    await pause(lookMs);
    if (count() !== last) {
      last = count();
      changedAt = Date.now();
    }
    const now = Date.now();
    if (last === before ? now - startedAt >= atMostMs : now - changedAt >= quietMs) return;
  }
}
