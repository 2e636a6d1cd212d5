import { Agent } from '@parley/agent-sdk';
import { parleyChat } from '@parley/agent-sdk/ai';
import { tool } from 'ai';
import { z } from 'zod';

const files = new Set(['notes.txt', 'plans.txt']);

const listFiles = tool({
  description: 'Lists the files.',
  inputSchema: z.object({}),
  execute: () => [...files],
});

const deleteFile = tool({
  description: 'Deletes a file.',
  inputSchema: z.object({ name: z.string() }),
  // The person is asked first, and sees exactly these arguments.
  needsApproval: true,
  execute: ({ name }) => files.delete(name),
});

const agent = Agent.fromEnv(process.env);
parleyChat(agent, {
  model: 'anthropic/claude-sonnet-4.5',
  system: 'You keep files in order. Answer briefly.',
  tools: { listFiles, deleteFile },
  ask: { deleteFile: ({ name }) => ({ action: `Delete ${name} for good` }) },
});

await agent.startRelay();
