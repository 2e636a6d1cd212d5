import { acceptBlocks, type AgentId, type Refusal, type SendableBlock } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { validateReferences } from '../../assets/validate-references.ts';

/** Judges the blocks of a whole message of an agent, and the assets that they name: the blocks, or the one refusal of them all. */
export async function validateBlocks(
  app: Pick<App, 'storage' | 'clock'>,
  agentId: AgentId,
  input: unknown,
): Promise<readonly SendableBlock[] | Refusal> {
  const accepted = acceptBlocks(input, 'final');
  if (!accepted.ok) return accepted.refusal;
  return (await validateReferences(app, agentId, accepted.assets)) ?? accepted.blocks;
}
