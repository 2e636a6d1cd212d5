import type { DeliveryLogItem } from '@parley/protocol';
import { ownAgents, requireOwnAgent } from '../api/find-agent.ts';
import type { Client } from '../api/client.ts';
import { deliveryLine } from '../api/follow-deliveries.ts';
import { openSignedIn, type VerbOptions } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';

export interface ReplayOptions extends VerbOptions {
  /** Whose delivery it is; without it, all own agents are asked. */
  readonly agent?: string;
}

/** Gives a delivery a fresh set of attempts, under the same delivery id. */
export async function replay(deliveryId: string, options: ReplayOptions): Promise<void> {
  const { out, client } = await openSignedIn(options);
  const agentId = options.agent
    ? (await requireOwnAgent(client, options.agent)).agentId
    : await ownerOf(client, deliveryId);
  const { item } = await client.call('replayDelivery', { params: { agentId, deliveryId } });
  out.note('It is sent again.');
  out.result({ item }, deliveryLine(item));
}

/** Which of the caller's agents a delivery was for. */
async function ownerOf(client: Client, deliveryId: string): Promise<string> {
  for await (const { agentId } of ownAgents(client)) {
    if ((await findDelivery(client, agentId, deliveryId)) !== null) return agentId;
  }
  throw new Failure({
    code: 'delivery_not_found',
    message: `None of your agents was sent a delivery ${deliveryId}.`,
    hint: 'See parley tail HANDLE for those that there are.',
    exitCode: exitCodes.fault,
  });
}

async function findDelivery(client: Client, agentId: string, deliveryId: string): Promise<DeliveryLogItem | null> {
  try {
    return (await client.call('getDelivery', { params: { agentId, deliveryId } })).item;
  } catch (error) {
    if (error instanceof Failure && error.code === 'delivery_not_found') return null;
    throw error;
  }
}
