import { dynamicTool, jsonSchema } from 'ai';
import type { ToolSet } from 'ai';
import type { Context } from '../context.ts';
import { asObject } from './as-object.ts';

/** The SDK requests it where one of the agent's own tools needs approval, so it is not offered to the model. */
const decision = 'decision_request';

/** The tools of the platform that this person grants; a policy that needs a person makes the call wait for them. */
export async function platformTools(ctx: Context<'message.created'>): Promise<ToolSet> {
  const offered = await ctx.tools();
  const tools = offered.filter(({ name }) => name !== decision);
  return Object.fromEntries(
    tools.map(({ name, description, input_schema: schema }) => [
      name,
      dynamicTool({
        description,
        inputSchema: jsonSchema(schema),
        execute: async (input) => {
          const { outcome, content } = await ctx.invoke(name, asObject(input));
          return outcome === 'succeeded' ? content : { outcome, content };
        },
      }),
    ]),
  );
}
