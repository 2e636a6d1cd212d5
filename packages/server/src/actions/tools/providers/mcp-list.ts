import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { schemaOf } from './mcp-schema.ts';

/** What is used of a listed tool. */
export type ListedTool = z.infer<typeof listedTool>;

const pagesMax = 10;
const toolsMax = 1_000;

/** Lists the tools of a server: at most 1,000, from at most 10 pages. `pageMs` is how long each page may take. */
export async function listTools(client: Client, pageMs: number): Promise<ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  for (let at = 0; at < pagesMax; at++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: 'tools/list', params }, toolPage, { timeout: pageMs });
    tools.push(...answer.tools);
    cursor = answer.nextCursor;
    if (cursor === undefined || tools.length >= toolsMax) break;
  }
  return tools.slice(0, toolsMax);
}

const objectSchema = z.looseObject({ type: z.literal('object') });
const listedTool = z.object({
  name: z.string(),
  description: z.string().optional(),
  inputSchema: objectSchema,
  outputSchema: objectSchema.optional(),
  annotations: z.object({ readOnlyHint: z.boolean().optional(), idempotentHint: z.boolean().optional() }).optional(),
  execution: z.object({ taskSupport: z.enum(['required', 'optional', 'forbidden']).optional() }).optional(),
});
const page = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });
const toolPage = schemaOf((answer) => {
  const { tools, nextCursor } = page.parse(answer);
  return { tools: tools.map((tool) => listedTool.parse(tool)), nextCursor };
});
