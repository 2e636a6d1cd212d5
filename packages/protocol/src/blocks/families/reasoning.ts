import { z } from 'zod';
import { defineBlock, type BlockViewer } from '../block-definition.ts';
import { text } from '../field-schemas.ts';
import { toolUseFault } from '../json-values.ts';

/** Everything an agent reports about its inner work has this mark: the platform shows it and does not vouch for it. */
const provenance = z.literal('reported');
const reported = { provenance: 'reported' } as const;

const jsonObject = z.record(z.string(), z.unknown());

/** The agent's reported reasoning: `thinking` and `signature`, each at least one character. */
export type ThinkingBlock = z.infer<typeof thinkingBlock.inbound>;

/** As read, it is marked as reported. Only the owner of the agent sees it. */
export type ThinkingReadBlock = z.infer<typeof thinkingBlock.read>;

const thinkingSchema = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string().min(1),
  signature: z.string().min(1),
});

export const thinkingBlock = defineBlock({
  inbound: thinkingSchema,
  read: thinkingSchema.extend({ provenance }),
  sender: 'any',
  toRead: (block, viewer) => (viewer.ownsAgent ? { ...block, ...reported } : null),
  text: () => 'Thinking',
  aside: true,
});

/** A tool that the agent says it used: id and name 1–200 characters, `input` and `caller` any JSON objects. */
export type ToolUseBlock = z.infer<typeof toolUseBlock.inbound>;

/** As read, it is marked as reported. Only the owner of the agent sees `input` and `caller`. */
export type ToolUseReadBlock = z.infer<typeof toolUseBlock.read>;

const toolUseSchema = z.strictObject({
  type: z.literal('tool_use'),
  id: text(1, 200),
  name: text(1, 200),
  input: jsonObject,
  caller: jsonObject.optional(),
});

export const toolUseBlock = defineBlock({
  inbound: toolUseSchema,
  read: toolUseSchema.extend({ input: jsonObject.optional(), provenance }),
  sender: 'any',
  check: toolUseFault,
  toRead: ({ input, caller, ...rest }, viewer) => ({
    ...rest,
    ...forOwner(viewer, { input, ...(caller && { caller }) }),
    ...reported,
  }),
  text: (block) => `Tool: ${block.name}`,
  aside: true,
});

/** What the agent says a tool answered: the id of the use, 1–200 characters, and its content, 0–10,000. */
export type ToolResultBlock = z.infer<typeof toolResultBlock.inbound>;

/** As read, it is marked as reported. Only the owner of the agent sees `content`. */
export type ToolResultReadBlock = z.infer<typeof toolResultBlock.read>;

const toolResultSchema = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: text(1, 200),
  content: text(0, 10_000),
  is_error: z.boolean().optional(),
});

export const toolResultBlock = defineBlock({
  inbound: toolResultSchema,
  read: toolResultSchema.extend({ content: text(0, 10_000).optional(), provenance }),
  sender: 'any',
  toRead: ({ content, ...rest }, viewer) => ({ ...rest, ...forOwner(viewer, { content }), ...reported }),
  text: (block) => (block.is_error ? 'Tool failed' : 'Tool answered'),
  aside: true,
});

function forOwner<Fields extends object>(viewer: BlockViewer, fields: Fields): Partial<Fields> {
  return viewer.ownsAgent ? fields : {};
}
