import { acceptBlocks, type AgentId, type Refusal, type SendableBlock } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { validateReferences } from '../../../accounts/assets/validate-references.ts';

/**
 * Validates the blocks of an agent's complete message and the assets that they name. Returns the blocks or a refusal.
 */
export async function validateBlocks(
  app: Pick<App, 'storage' | 'clock'>,
  agentId: AgentId,
  input: unknown,
): Promise<readonly SendableBlock[] | Refusal> {
  const accepted = acceptBlocks(input, 'final');
  if (!accepted.ok) return accepted.refusal;
  return (await validateReferences(app, agentId, accepted.assets)) ?? accepted.blocks;
}
