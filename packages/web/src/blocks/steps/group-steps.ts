import type { ReadBlock } from '@parley/protocol';

type ToolUse = ReadBlock<'tool_use'>;
type ToolResult = ReadBlock<'tool_result'>;
type StepBlock = ReadBlock<'thinking'> | ToolUse | ToolResult;

/** One thing that the agent says it did: a thought, or a tool with what it answered. */
export type Step =
  | { readonly kind: 'thought'; readonly text: string }
  | { readonly kind: 'tool'; readonly use: ToolUse | null; readonly result: ToolResult | null };

/** A part of a message: a block of its own, or the steps that stand together. */
export type MessagePart =
  | { readonly block: ReadBlock }
  | { readonly steps: readonly Step[]; readonly first: ReadBlock; readonly isLast: boolean };

/**
 * The parts of a message in order. Thoughts, tools and answers of tools that stand together become one part; an answer goes to its
 * tool wherever in the message that is, and stands alone only where no tool has its id.
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

/** By the id of the use; where several answer one use, the last counts. */
function resultsOf(blocks: readonly ReadBlock[]): Map<string, ToolResult> {
  return new Map(blocks.filter((block) => block.type === 'tool_result').map((block) => [block.tool_use_id, block]));
}

const isUse = (block: ReadBlock) => block.type === 'tool_use';

function isStep(block: ReadBlock): block is StepBlock {
  return block.type === 'thinking' || block.type === 'tool_use' || block.type === 'tool_result';
}
