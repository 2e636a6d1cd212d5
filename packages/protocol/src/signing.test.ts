import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isTimely,
  parseAuthorization,
  parseSignature,
  sign,
  signWebhook,
  startVerifying,
  verify,
  writeAuthorization,
} from './signing.ts';
import { newId } from './ids.ts';

interface Body {
  readonly body_utf8?: string;
  readonly body_base64?: string;
}
type SignVector = Body & { readonly secret: string; readonly unix: string; readonly header: string };
type StandardVector = Body & {
  readonly secret: string;
  readonly webhook_secret: string;
  readonly webhook_id: string;
  readonly webhook_timestamp: string;
  readonly webhook_signature: string;
};
type VerifyVector = Body & {
  readonly secret: string;
  readonly header: string;
  readonly now: number;
  readonly valid: boolean;
};
interface AuthorizationVector {
  readonly header: string;
  readonly agent_id: string | null;
  readonly credential_id: string | null;
}

const vectors = <Vector>(file: string) =>
  JSON.parse(readFileSync(new URL(`../../../conformance/signing/${file}.json`, import.meta.url), 'utf8')) as Vector[];
const secretOf = (vector: { secret: string }) => Buffer.from(vector.secret, 'base64url');
const bodyOf = ({ body_utf8, body_base64 }: Body) =>
  body_base64 === undefined ? Buffer.from(body_utf8 ?? '') : Buffer.from(body_base64, 'base64');

describe('the vectors', () => {
  test.each(vectors<SignVector>('sign'))('§5 sign: $name', (vector) => {
    const body = bodyOf(vector);
    expect(sign(secretOf(vector), Number(vector.unix), body)).toBe(vector.header);
    expect(verify(secretOf(vector), vector.header, body, Number(vector.unix))).toBe(true);
    expect(parseSignature(vector.header)?.unix).toBe(vector.unix);
  });

  test.each(vectors<StandardVector>('standard-webhooks'))('§27 Standard Webhooks: $name', (vector) => {
    const [secret, body] = [secretOf(vector), bodyOf(vector)];
    const message = { id: vector.webhook_id, unix: vector.webhook_timestamp, body };
    expect(signWebhook(secret, message)).toBe(vector.webhook_signature);
    expect(`whsec_${secret.toString('base64')}`).toBe(vector.webhook_secret);
  });

  test.each(vectors<{ readonly header: string }>('malformed-headers'))(
    '§5 a signature header is refused: $name',
    ({ header }) => {
      expect(parseSignature(header)).toBeNull();
      expect(verify(Buffer.alloc(32), header, Buffer.from(''), 1767225600)).toBe(false);
    },
  );

  test.each(vectors<VerifyVector>('verify'))('verify ($valid): $name', (vector) => {
    expect(verify(secretOf(vector), vector.header, bodyOf(vector), vector.now)).toBe(vector.valid);
  });

  test.each(vectors<VerifyVector>('verify'))('verify in pieces: $name', (vector) => {
    const body = bodyOf(vector);
    const check = startVerifying(secretOf(vector), vector.header, vector.now);
    for (let at = 0; at < body.length; at += 3) check.update(body.subarray(at, at + 3));
    expect(check.fits()).toBe(vector.valid);
  });

  test.each(vectors<AuthorizationVector>('authorization'))(
    'an Authorization value: $name',
    ({ header, agent_id, credential_id }) => {
      const expected = agent_id === null ? null : { agentId: agent_id, credentialId: credential_id };
      expect(parseAuthorization(header)).toEqual(expected);
    },
  );
});

const secret = fc.uint8Array({ minLength: 1, maxLength: 64 });
const body = fc.uint8Array({ maxLength: 200 });
const unix = fc.integer({ min: 1_000_000_000, max: 9_999_999_999 });

describe('signatures', () => {
  test('hold for the bytes, the secret and the time that made them, and for no others', () => {
    fc.assert(
      fc.property(secret, body, unix, fc.nat(), fc.integer({ min: 1, max: 255 }), (key, bytes, at, where, change) => {
        const header = sign(key, at, bytes);
        expect(verify(key, header, bytes, at)).toBe(true);
        const otherKey = Uint8Array.from(key);
        otherKey[where % key.length]! ^= change;
        expect(verify(otherKey, header, bytes, at)).toBe(false);
        expect(verify(key, header, Uint8Array.from([...bytes, change]), at)).toBe(false);
        expect(
          verify(
            key,
            sign(key, at, bytes).replace(String(at), String(at < 5_000_000_000 ? at + 1 : at - 1)),
            bytes,
            at,
          ),
        ).toBe(false);
      }),
    );
  });

  test('§5 are good for 300 seconds both ways', () => {
    fc.assert(
      fc.property(unix, fc.integer({ min: -1000, max: 1000 }), (at, offset) => {
        expect(isTimely({ unix: String(at), hex: '' }, at + offset)).toBe(Math.abs(offset) <= 300);
      }),
    );
  });

  test('are good to the end of the last second, as it is written without its fraction', () => {
    const at = { unix: '1767225600', hex: '' };
    expect([300.999, 301].map((offset) => isTimely(at, 1767225600 + offset))).toEqual([true, false]);
  });

  test('a fraction of a second is cut off', () => {
    expect(sign(Buffer.alloc(32), 1767225600.999, Buffer.from(''))).toMatch(/^t=1767225600,/);
  });
});

describe('the parsers', () => {
  const near = fc.stringMatching(/^[tv1=,0-9a-fA-F \n]{0,90}$/);

  test('a signature that is read is written back as it was', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), near), (header) => {
        const parsed = parseSignature(header);
        if (parsed) expect(`t=${parsed.unix},v1=${parsed.hex}`).toBe(header);
      }),
    );
  });

  test('a signature with one character changed is another one, or none', () => {
    const header = sign(Buffer.alloc(32), 1767225600, Buffer.from('x'));
    fc.assert(
      fc.property(fc.nat(header.length - 1), fc.string({ minLength: 1, maxLength: 2 }), (at, put) => {
        const changed = header.slice(0, at) + put + header.slice(at + 1);
        fc.pre(changed !== header);
        expect(verify(Buffer.alloc(32), changed, Buffer.from('x'), 1767225600)).toBe(false);
      }),
    );
  });

  test('an Authorization value that is written is read back, and nothing around it is', () => {
    const agentId = newId('agent', 0);
    const credentialId = newId('credential', 0);
    const value = writeAuthorization(agentId, credentialId);
    expect(parseAuthorization(value)).toEqual({ agentId, credentialId });
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(value.length), (extra, at) => {
        expect(parseAuthorization(value.slice(0, at) + extra + value.slice(at))).toBeNull();
      }),
    );
  });

  test('neither throws on any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        expect(parseSignature(header)).toBeNull();
        expect(parseAuthorization(header)).toBeNull();
      }),
    );
  });
});
