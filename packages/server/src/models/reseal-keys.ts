import type { Core } from '../platform/routing/core.ts';
import { keyRowOf } from './model.ts';
import { findKeysSealedOtherwise, replaceSealedKey } from './model-queries.ts';
import { openKey } from './open-key.ts';

const batch = 500;

/** Seals the keys of models with the current secret key. Returns the agents whose key could not be opened. */
export async function resealModelKeys({ storage, secrets }: Pick<Core, 'storage' | 'secrets'>): Promise<string[]> {
  const unopened: string[] = [];
  for (let after = ''; ;) {
    const rows = await findKeysSealedOtherwise(storage.db, secrets.keyId, { after, limit: batch });
    for (const row of rows) {
      const { agent_id: agentId, key_id: oldKeyId } = row;
      const key = openKey(secrets, row);
      after = agentId;
      if (key === null || oldKeyId === null) unopened.push(agentId);
      else {
        const sealed = secrets.seal(keyRowOf(agentId), Buffer.from(key));
        await replaceSealedKey(storage.db, { agentId, oldKeyId, keyId: secrets.keyId, sealed });
      }
    }
    if (rows.length < batch) return unopened;
  }
}
