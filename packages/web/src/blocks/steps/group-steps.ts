import type { ReadBlock } from '@parley/protocol';

type ToolUse = ReadBlock<'tool_use'>;
type ToolResult = ReadBlock<'tool_result'>;
type StepBlock = ReadBlock<'thinking'> | ToolUse | ToolResult;

/** One reported step of the agent: a thought, or a tool with its result. */
export type Step =
  | { readonly kind: 'thought'; readonly text: string }
  | { readonly kind: 'tool'; readonly use: ToolUse | null; readonly result: ToolResult | null };

/** A part of a message: a block, or a group of consecutive steps. */
export type MessagePart =
  | { readonly block: ReadBlock }
  | { readonly steps: readonly Step[]; readonly first: ReadBlock; readonly isLast: boolean };

/**
 * Splits a message into its parts, in order. Consecutive thoughts, tool uses and tool results become one part. A result is attached to its
 * tool use anywhere in the message, and stands alone only if no tool use has its id.
 */
export function groupSteps(blocks: readonly ReadBlock[]): MessagePart[] {
  const results = resultsOf(blocks);
  const uses = new Set(blocks.filter(isUse).map(({ id }) => id));
  const parts: MessagePart[] = [];
  let run: { steps: Step[]; first: ReadBlock; isLast: boolean } | null = null;
  for (const [index, block] of blocks.entries()) {
    if (!isStep(block)) {
      run = null;
      parts.push({ block });
      continue;
    }
    const step = stepOf(block, results, uses);
    if (step && run) run.steps.push(step);
    else if (step) parts.push((run = { steps: [step], first: block, isLast: false }));
    if (run) run.isLast = index === blocks.length - 1;
  }
  return parts;
}

function stepOf(block: StepBlock, results: ReadonlyMap<string, ToolResult>, uses: ReadonlySet<string>): Step | null {
  switch (block.type) {
    case 'thinking':
      return { kind: 'thought', text: block.thinking };
    case 'tool_use':
      return { kind: 'tool', use: block, result: results.get(block.id) ?? null };
    case 'tool_result':
      return uses.has(block.tool_use_id) ? null : { kind: 'tool', use: null, result: block };
  }
}

/** Returns the results by the id of the tool use; the last result of a use wins. */
function resultsOf(blocks: readonly ReadBlock[]): Map<string, ToolResult> {
  return new Map(blocks.filter((block) => block.type === 'tool_result').map((block) => [block.tool_use_id, block]));
}

const isUse = (block: ReadBlock) => block.type === 'tool_use';

function isStep(block: ReadBlock): block is StepBlock {
  return block.type === 'thinking' || block.type === 'tool_use' || block.type === 'tool_result';
}
