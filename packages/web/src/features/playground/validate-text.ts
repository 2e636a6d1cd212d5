import { acceptBlocks } from '@parley/protocol/agent';
import type { ReadBlock } from '@parley/protocol';
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
  const { list, at, mode } = listIn(value);
  const blocks = Array.isArray(list) ? (list as unknown[]).filter(isDrawable) : [];
  return { blocks, isDraft: mode === 'partial', problems: problemsOf(list, mode, at) };
}

type Mode = 'final' | 'partial';

/** The list of blocks in a block, a list or a reply, and where it stands. */
function listIn(value: unknown): {
  readonly list: unknown;
  readonly at: (index: string) => string;
  readonly mode: Mode;
} {
  if (Array.isArray(value)) return { list: value, at: (rest) => rest, mode: 'final' };
  if (isFields(value) && 'blocks' in value) {
    const mode = value['partial'] === true ? 'partial' : 'final';
    return { list: value['blocks'], at: (rest) => `/blocks${rest}`, mode };
  }
  return { list: isFields(value) ? [value] : value, at: (rest) => rest.replace(/^\/0/, ''), mode: 'final' };
}

function problemsOf(list: unknown, mode: Mode, at: (rest: string) => string): Problem[] {
  if (!Array.isArray(list)) {
    return [{ code: 'block_invalid', path: at(''), message: words.notBlocks, hint: words.notBlocksHint }];
  }
  const whole = acceptBlocks(list, mode);
  if (whole.ok) return [];
  const each = (list as unknown[]).flatMap((block, index) => {
    const verdict = acceptBlocks([block], mode);
    return verdict.ok ? [] : [problemOf(verdict.refusal, (rest) => at(rest.replace(/^\/0/, `/${index}`)))];
  });
  return each.length > 0 ? each : [problemOf(whole.refusal, at)];
}

type Refusal = Extract<ReturnType<typeof acceptBlocks>, { readonly ok: false }>['refusal'];

function problemOf({ code, reason, path = '/blocks', message = '', hint = '' }: Refusal, at: (rest: string) => string) {
  const name = reason === undefined ? code : `${code}, ${reason}`;
  return { code: name, path: at(path.replace(/^\/blocks/, '')), message, hint };
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isDrawable(value: unknown): value is ReadBlock {
  const verdict = acceptBlocks([value], 'final');
  return isFields(value) && (verdict.ok || verdict.refusal.path !== '/blocks/0/type' || isOfPlatform(verdict.refusal));
}

/** A type that there is, though an agent may not send it, or not in a final reply. */
const isOfPlatform = ({ code, reason }: Refusal) => code !== 'block_invalid' || reason === 'not_sendable';
