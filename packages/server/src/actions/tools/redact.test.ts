import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedact } from './redact.ts';

describe('blotting', () => {
  it('leaves content without secrets as it is', () => {
    const content = { a: ['text', 1, null, true, { b: 'c' }] };
    expect(createRedact([])(content)).toEqual(content);
    expect(createRedact(['hunter2'])(content)).toEqual(content);
  });

  it('finds a secret in text, in names and in numbers', () => {
    expect(createRedact(['12345678'])({ x12345678y: [12345678, 'a 12345678 b', 1234567] })).toEqual({
      'x[secret]y': ['[secret]', 'a [secret] b', 1234567],
    });
  });

  it('leaves values of fewer than four characters alone, which stand everywhere', () => {
    expect(createRedact(['v1'])('api v1')).toBe('api v1');
  });

  it('takes what looks like an expression as plain text', () => {
    expect(createRedact(['a.*b'])('a.*b and aXXb')).toBe('[secret] and aXXb');
  });

  it('blots the longer of two secrets where one holds the other', () => {
    expect(createRedact(['abcd', 'abcdefgh'])('x abcdefgh y')).toBe('x [secret] y');
  });

  it('finds every secret in every writing, wherever it stands', () => {
    const writings: ((text: string) => string)[] = [
      (text) => text,
      encodeURIComponent,
      (text) => new URLSearchParams({ s: text }).toString().slice(2),
      (text) => Buffer.from(text).toString('base64'),
      (text) => Buffer.from(text).toString('base64url'),
      (text) => Buffer.from(text).toString('hex'),
    ];
    const secrets = fc.string({ minLength: 8, maxLength: 40 }).filter((text) => text.trim().length >= 8);
    fc.assert(
      fc.property(secrets, fc.constantFrom(...writings), fc.string(), fc.string(), (secret, write, before, after) => {
        const text = `${before}${write(secret)}${after}`;
        expect(createRedact([secret])(text)).not.toContain(write(secret));
      }),
    );
  });

  it('finds a secret in the base64 of something longer', () => {
    const secret = 'a-rather-long-secret';
    for (const before of ['', 'u', 'us', 'use']) {
      const encoded = Buffer.from(`${before}${secret}:after`).toString('base64');
      const left = createRedact([secret])(encoded) as string;
      expect(Buffer.from(left, 'base64').toString()).not.toContain(secret.slice(2, -2));
    }
  });
});
