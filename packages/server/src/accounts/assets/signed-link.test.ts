import { randomBytes } from 'node:crypto';
import { newId } from '@parley/protocol';
import { expect, it } from 'vitest';
import { secretBox } from '../../platform/storage/secret-box.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { isGoodLink, signLink } from './signed-link.ts';

it('is good on a server that has the key of the one that made it, whichever key it makes its own with', () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const clock = fakeClock();
  const assetId = newId('asset', clock.now());
  const madeWith = (key: Buffer) => {
    const { url } = signLink({ clock, secrets: secretBox(key) }, 'https://parley.example', assetId);
    return Object.fromEntries(new URL(url).searchParams);
  };
  const both = { clock, secrets: secretBox(next, { others: [old] }) };
  expect(isGoodLink(both, assetId, madeWith(old))).toBe(true);
  expect(isGoodLink(both, assetId, madeWith(next))).toBe(true);
  expect(isGoodLink(both, assetId, madeWith(randomBytes(32)))).toBe(false);
  expect(isGoodLink({ clock, secrets: secretBox(next) }, assetId, madeWith(old))).toBe(false);
});
