import { expect, it } from 'vitest';
import { snippetOf } from './response-snippet.ts';

it('is null for an empty body and the text itself for a short one', () => {
  expect(snippetOf(Buffer.alloc(0))).toBeNull();
  expect(snippetOf(Buffer.from('grüße ✓'))).toBe('grüße ✓');
});

it('keeps the first KiB and never half a character', () => {
  expect(snippetOf(Buffer.from('a'.repeat(5000)))).toBe('a'.repeat(1024));
  expect(snippetOf(Buffer.from(`${'a'.repeat(1023)}é and more`))).toBe('a'.repeat(1023));
});

it('replaces what cannot be printed, stored or trusted on a screen', () => {
  expect(snippetOf(Buffer.from('a\0b\u001b[31mc\r\n\td\u007f\u0085\u202ee'))).toBe('a�b�[31mc d���e');
  expect(snippetOf(Buffer.from([0x61, 0xff, 0xc3]))).toBe('a��');
});
