import type { Envelope } from '@parley/protocol';
import { validateDocument } from '../validate/validate-document.ts';
import { faulty, passed, type Check } from './check.ts';
import type { Poster } from './deliveries.ts';
import type { SeenCall } from './pretended-platform.ts';
import { quietMs, settled } from './settled.ts';

/** What an agent sends while it is examined, as far as it is seen. */
export interface Witness {
  readonly calls: readonly SeenCall[];
}

/** How long an agent has for its first answer. */
export const firstAnswerMs = 3000;

/**
 * Checks what the agent sends of itself: that its calls are signed, its blocks valid, and that a delivery that comes twice is handled
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
  const once = await settled(repliesTo, firstAnswerMs);
  await poster.post(envelope);
  const twice = await settled(repliesTo, once === 0 ? quietMs : firstAnswerMs / 2);
  return [checkDedupe(once, twice), checkSigned(witness.calls), checkBlocks(witness.calls)];
}

const unseen =
  'Only its acknowledgements were seen. To have its answers counted too, set PARLEY_TOKEN to a token of its owner, or give the agent and this ' +
  'command a PARLEY_BASE_URL on 127.0.0.1 where nothing listens: parley doctor takes the place of the platform meanwhile.';

/** Whether a delivery that came twice was answered as often as one that came once. */
export function checkDedupe(once: number, twice: number): Check {
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
