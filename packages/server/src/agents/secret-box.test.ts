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
    const sealed = secretBox(key).seal('row', secret);
    expect(secretBox(key).open('row', sealed)).toEqual(secret);
    expect(() => secretBox(key).open('another row', sealed)).toThrow();
    expect(() => secretBox(randomBytes(32)).open('row', sealed)).toThrow();
  });

  it('does not open once a single bit of it has changed', () => {
    const box = secretBox(randomBytes(32));
    const sealed = box.seal('row', secret);
    for (let place = 0; place < sealed.length; place += 1) {
      const bent = Buffer.from(sealed);
      bent[place] = (bent[place] ?? 0) ^ 1;
      expect(() => box.open('row', bent)).toThrow();
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
});
