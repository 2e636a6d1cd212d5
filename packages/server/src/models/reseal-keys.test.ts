import { randomBytes } from 'node:crypto';
import type { AgentId } from '@parley/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeModel } from '../../../model/src/testing/fake-model.ts';
import { startServerOn, type TestServer } from '../testing/app.ts';
import { signUp } from '../testing/contract/person.ts';
import { openTestStorage, type TestStorage } from '../testing/database.ts';
import { secretBox } from '../platform/storage/secret-box.ts';
import { findModel } from './model-queries.ts';
import { openKey } from './open-key.ts';
import { resealModelKeys } from './reseal-keys.ts';

let storage: TestStorage;
let server: TestServer;
let fake: FakeModel;
beforeAll(async () => {
  fake = await new FakeModel().start();
  storage = await openTestStorage();
  server = await startServerOn(storage, { PARLEY_MODELS_MAX: '0' });
});
afterAll(async () => {
  await server.stop();
  await fake.stop();
});

it('seals the keys of models with the new key, and names those that no key opens', async () => {
  const ada = await signUp(server);
  const body = { name: 'Tiny', url: fake.url, model: 'tiny', key: 'sk-1' };
  const agentId = (await ada.post('/v1/models', body)).body.item.agentId as AgentId;
  await ada.post('/v1/models', { ...body, key: undefined });
  const row = async () => {
    const found = await findModel(storage.db, agentId);
    if (!found) throw new Error('The model is gone.');
    return found;
  };
  const [old, next] = [server.app.config.secretKey, randomBytes(32)];
  expect(await resealModelKeys({ storage, secrets: secretBox(next) })).toEqual([agentId]);
  expect(openKey(secretBox(old), await row())).toBe('sk-1');
  expect(await resealModelKeys({ storage, secrets: secretBox(next, { others: [old] }) })).toEqual([]);
  expect([openKey(secretBox(old), await row()), openKey(secretBox(next), await row())]).toEqual([null, 'sk-1']);
});
