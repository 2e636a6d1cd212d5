import { webcrypto } from 'node:crypto';
import { expect, it } from 'vitest';
import { decrypt, openBrowser } from '../../testing/contract/push-receiver.ts';
import { encryptPush, isPoint } from './encrypt.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** The example of RFC 8291, section 5. */
const example = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  d: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const point = bytes(example.p256dh);
const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
const jwk = { kty: 'EC', crv: 'P-256', d: example.d, x: x ?? '', y: y ?? '' };
const keys = async () => {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const privateKey = await webcrypto.subtle.importKey('jwk', jwk, curve, false, ['deriveBits']);
  return { privateKey, point, auth: bytes(example.auth) };
};

it('the reader that the tests go by reads the example of RFC 8291', async () => {
  expect((await decrypt(bytes(example.body), await keys())).toString()).toBe(
    'When I grow up, I want to be a watermelon',
  );
});

it('§13 a push is read by its browser alone', async () => {
  const text = Buffer.from('{"kind":"message"}');
  const body = encryptPush(text, { p256dh: point, auth: bytes(example.auth) });
  expect((await decrypt(body, await keys())).toString()).toBe(text.toString());
  await expect((await openBrowser()).read({ body })).rejects.toThrow();
  const otherAuth = { ...(await keys()), auth: Buffer.alloc(16) };
  await expect(decrypt(body, otherAuth)).rejects.toThrow();
});

it('§13 two pushes share neither salt nor key, and have one length whatever they say', () => {
  const browser = { p256dh: point, auth: bytes(example.auth) };
  const [one, two] = ['a', 'a longer text'].map((text) => encryptPush(Buffer.from(text), browser));
  expect(one?.length).toBe(two?.length);
  expect(one?.subarray(0, 16)).not.toEqual(two?.subarray(0, 16));
  expect(one?.subarray(21, 86)).not.toEqual(two?.subarray(21, 86));
});

it('a point is one of the curve, uncompressed', () => {
  const off = Buffer.from(point);
  off[64] = (off[64] ?? 0) ^ 1;
  const compressed = Buffer.concat([Buffer.of(2), point.subarray(1, 33)]);
  expect([point, off, compressed, Buffer.alloc(65), Buffer.of(0)].map(isPoint)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
