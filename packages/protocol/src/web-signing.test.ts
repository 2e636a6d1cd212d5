import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sign, verify } from './signing.ts';
import { importSecret, signWith, verifyWith } from './web-signing.ts';

test('Web Crypto signs and verifies as node:crypto does', async () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 16, maxLength: 64 }), bytes, bytes, async (secret, body, other) => {
      const [key, at] = [await importSecret(secret), 1_767_225_600];
      const signature = await signWith(key, at, body);
      expect(signature).toBe(sign(secret, at, body));
      for (const [header, signed, now] of [
        [signature, body, at + 300],
        [signature, body, at + 301],
        [signature, other, at],
        [signature.replace('v1=', 'v1=0'), body, at],
      ] as const) {
        expect(await verifyWith(key, header, signed, now)).toBe(verify(secret, header, signed, now));
      }
    }),
  );
});
