import {
  acceptBlocks,
  blockTypes,
  closestName,
  isBlockType,
  limits,
  type BlockType,
  type Refusal,
  type ReplyIn,
  type ReplyMode,
} from '@parley/protocol';
import { blockExamples, exampleOf } from './block-examples.ts';
import { nearest } from './nearest.ts';
import type { Problem } from './problem.ts';

/**
 * All that is wrong with the blocks of one reply, by the rules by which the platform checks them; of each block the first
 * thing. Assets are not looked up: the platform alone knows whether they exist and who owns them.
 */
export function validateBlocks({ blocks, mode, at }: ReplyIn): Problem[] {
  const whole = acceptBlocks(blocks, mode);
  if (whole.ok) return [];
  if (!Array.isArray(blocks) || blocks.length === 0 || blocks.length > limits.replyBlocks) {
    return [problemOf(whole.refusal, at, [blockExamples.text])];
  }
  const problems = blocks.flatMap((block: unknown, index) => {
    const verdict = acceptBlocks([block], mode);
    return verdict.ok ? [] : [problemOf(verdict.refusal, at, exampleFor(block, verdict.refusal, mode), index)];
  });
  return problems.length > 0 ? problems : [problemOf(whole.refusal, at, null)];
}

function problemOf(refusal: Refusal, at: ReplyIn['at'], example: unknown, index = 0): Problem {
  const { code, path = '/blocks', reason = code, message = '', hint = '' } = refusal;
  return { pointer: at(path.replace(/^\/blocks\/0/, `/blocks/${index}`)), reason, message, hint, example };
}

function exampleFor(block: unknown, { path = '' }: Refusal, mode: ReplyMode): unknown {
  const given = typeof block === 'object' && block !== null ? (block as { readonly type?: unknown }).type : undefined;
  const example = exampleOf(meantType(given)) ?? blockExamples.text;
  const isValid = (candidate: object) => acceptBlocks([candidate], mode).ok;
  if (!isValid(example)) return null;
  const field = path.split('/')[3] ?? '';
  return nearest(
    { ...example },
    given === example.type ? block : { ...(block as object), type: example.type },
    [field],
    isValid,
  );
}

function meantType(given: unknown): BlockType {
  if (isBlockType(given)) return given;
  const name = typeof given === 'string' ? closestName(given, blockTypes) : null;
  return isBlockType(name) ? name : 'text';
}
