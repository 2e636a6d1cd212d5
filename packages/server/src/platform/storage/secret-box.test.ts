import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { secretBox } from './secret-box.ts';

const secret = randomBytes(32);

describe('a secret at rest', () => {
  it('seals the same secret differently each time', () => {
    const box = secretBox(randomBytes(32));
    const [one, other] = [box.seal('row', secret), box.seal('row', secret)];
    expect(one).not.toEqual(other);
    expect(one.subarray(0, 12)).not.toEqual(other.subarray(0, 12));
    expect(one.includes(secret)).toBe(false);
  });

  it('opens in the row and with the key that it was sealed for, and nowhere else', () => {
    const key = randomBytes(32);
    const { keyId, seal } = secretBox(key);
    const sealed = { keyId, bytes: seal('row', secret) };
    expect(secretBox(key).open('row', sealed)).toEqual(secret);
    expect(() => secretBox(key).open('another row', sealed)).toThrow();
    const other = secretBox(randomBytes(32));
    expect(() => other.open('row', sealed)).toThrow();
    expect(() => other.open('row', { ...sealed, keyId: other.keyId })).toThrow();
  });

  it('opens with the key that its row names, also once another one seals', () => {
    const [old, next] = [randomBytes(32), randomBytes(32)];
    const before = secretBox(old);
    const after = secretBox(next, { others: [old] });
    expect(after.keyId).toBe(secretBox(next).keyId);
    expect(after.open('row', { keyId: before.keyId, bytes: before.seal('row', secret) })).toEqual(secret);
    const sealed = { keyId: after.keyId, bytes: after.seal('row', secret) };
    expect(secretBox(next).open('row', sealed)).toEqual(secret);
    expect(() => before.open('row', sealed)).toThrow('not at hand');
  });

  it('does not open once a single bit of it has changed', () => {
    const box = secretBox(randomBytes(32));
    const sealed = box.seal('row', secret);
    for (let place = 0; place < sealed.length; place += 1) {
      const bent = Buffer.from(sealed);
      bent[place] = (bent[place] ?? 0) ^ 1;
      expect(() => box.open('row', { keyId: box.keyId, bytes: bent })).toThrow();
    }
  });

  it('names its key without giving it away, and derives other keys from it', () => {
    const key = randomBytes(32);
    const box = secretBox(key);
    expect(box.keyId).toBe(secretBox(key).keyId);
    expect(box.keyId).not.toBe(secretBox(randomBytes(32)).keyId);
    expect(key.toString('hex')).not.toContain(box.keyId);
    expect(box.derive('one')).not.toEqual(box.derive('another'));
  });

  it('knows what other keys derived, and calls people by a key that stays', () => {
    const [old, next] = [randomBytes(32), randomBytes(32)];
    const after = secretBox(next, { others: [old], pseudonyms: old });
    expect(after.deriveAll('one')).toEqual([secretBox(next).derive('one'), secretBox(old).derive('one')]);
    expect(after.pseudonymKey).toEqual(secretBox(old).pseudonymKey);
    expect(secretBox(old).pseudonymKey).not.toEqual(secretBox(next).pseudonymKey);
  });
});
