import { acceptBlocks } from '@parley/protocol/agent';
import { replyIn, type ReadBlock, type ReplyIn } from '@parley/protocol';
import { playgroundWords as words } from '../../words/playground.ts';

/** One thing that is wrong with a text. */
export interface Problem {
  /** The refusal's code and reason, such as `block_invalid, missing_field`; `json_invalid` for a text that is no JSON. */
  readonly code: string;
  /** A JSON Pointer into what is written. */
  readonly path: string;
  readonly message: string;
  readonly hint: string;
}

export interface Verdict {
  /** The blocks whose type the app can draw, also where something else is wrong with them; null while the text is no JSON. */
  readonly blocks: readonly ReadBlock[] | null;
  /** Whether it is a reply that is still being written. */
  readonly isDraft: boolean;
  readonly problems: readonly Problem[];
}

/** Checks what is written by the rules of the platform; of each block the first fault. Assets are not looked up. */
export function validateText(text: string): Verdict {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : words.notJson;
    return {
      blocks: null,
      isDraft: false,
      problems: [{ code: 'json_invalid', path: '', message: words.notJson, hint: message }],
    };
  }
  const reply = replyIn(value);
  const blocks = Array.isArray(reply.blocks) ? (reply.blocks as unknown[]).filter(isDrawable) : [];
  return { blocks, isDraft: reply.mode === 'partial', problems: problemsOf(reply) };
}

function problemsOf({ blocks, mode, at }: ReplyIn): Problem[] {
  if (!Array.isArray(blocks)) {
    return [{ code: 'block_invalid', path: at('/blocks'), message: words.notBlocks, hint: words.notBlocksHint }];
  }
  const whole = acceptBlocks(blocks, mode);
  if (whole.ok) return [];
  const each = (blocks as unknown[]).flatMap((block, index) => {
    const verdict = acceptBlocks([block], mode);
    return verdict.ok ? [] : [problemOf(verdict.refusal, at, index)];
  });
  return each.length > 0 ? each : [problemOf(whole.refusal, at)];
}

type Refusal = Extract<ReturnType<typeof acceptBlocks>, { readonly ok: false }>['refusal'];

function problemOf({ code, reason, path = '/blocks', message = '', hint = '' }: Refusal, at: ReplyIn['at'], index = 0) {
  const name = reason === undefined ? code : `${code}, ${reason}`;
  return { code: name, path: at(path.replace(/^\/blocks\/0/, `/blocks/${index}`)), message, hint };
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isDrawable(value: unknown): value is ReadBlock {
  const verdict = acceptBlocks([value], 'final');
  return isFields(value) && (verdict.ok || verdict.refusal.path !== '/blocks/0/type' || isOfPlatform(verdict.refusal));
}

/** A type that there is, though an agent may not send it, or not in a final reply. */
const isOfPlatform = ({ code, reason }: Refusal) => code !== 'block_invalid' || reason === 'not_sendable';
