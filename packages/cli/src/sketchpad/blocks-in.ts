import { acceptBlocks, replyIn, type ReplyIn, type SendableBlock } from '@parley/protocol';

/** What is wrong with a text that was meant as blocks. */
export interface Fault {
  /** The code of the refusal, with its reason where it has one. */
  readonly code: string;
  /** A JSON Pointer into what was written; empty for all of it. */
  readonly path: string;
  readonly message: string;
  readonly hint: string;
}

export interface FoundBlocks extends Pick<ReplyIn, 'mode' | 'at'> {
  readonly blocks: readonly SendableBlock[];
}

/**
 * Reads the blocks that a text holds as JSON, or as JSON in a code fence: one block, a list, or a reply such as `{"blocks": […]}`. Null for
 * any other text.
 */
export function blocksIn(text: string): FoundBlocks | { readonly fault: Fault } | null {
  const fenced = fence.exec(text)?.[1];
  const json = (fenced ?? text).trim();
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return fenced !== undefined || looksLikeJson.test(json) ? { fault: noJson(error) } : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { blocks, mode, at } = replyIn(value);
  const verdict = acceptBlocks(blocks, mode);
  return verdict.ok ? { blocks: verdict.blocks, mode, at } : { fault: faultOf(verdict.refusal, at) };
}

/** What a refusal says, with its path in what was written. */
export function faultOf({ code, reason, path, message, hint }: Refused, at: FoundBlocks['at']): Fault {
  const name = reason === undefined ? code : `${code}, ${reason}`;
  return { code: name, path: at(path ?? ''), message: message ?? '', hint: hint ?? '' };
}

interface Refused extends Partial<Record<'reason' | 'path' | 'message' | 'hint', string | undefined>> {
  readonly code: string;
}

const fence = /^[ \t]*```(?:json)?[ \t]*\n(.*?)\n[ \t]*```[ \t]*$/ms;

/** A sentence may begin with a bracket too, as does a link in Markdown. */
const looksLikeJson = /^(?:\[\s*[[{"\]]|\{\s*["}])/;

const noJson = (error: unknown): Fault => ({
  code: 'json_invalid',
  path: '',
  message: 'This is not JSON.',
  hint: error instanceof Error ? error.message : '',
});
