import type { DeliveryId } from '@parley/protocol';
import { findResults } from '../../../engine/deliveries/invoked-queries.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { findAnswers } from '../reply/agent-call-queries.ts';

/**
 * Returns the deliveries that continue the answer to a delivery: the results of tools and the answers of other agents
 * that its agent asked for while answering, and what followed from those.
 */
export async function findFollowUps(tx: Tx, deliveryId: DeliveryId): Promise<DeliveryId[]> {
  const known = new Set<DeliveryId>();
  for (let latest = [deliveryId]; latest.length > 0;) {
    const found = [...(await findResults(tx, latest)), ...(await findAnswers(tx, latest))];
    latest = found.filter((id) => !known.has(id));
    for (const id of latest) known.add(id);
  }
  return [...known];
}
