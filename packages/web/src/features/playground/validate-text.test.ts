import { expect, test } from 'vitest';
import { asPython, asTypeScript } from './as-code.ts';
import { validateText } from './validate-text.ts';
import { startText } from './start-text.ts';

const hello = { type: 'text', text: 'Hello' };
const checked = (value: unknown) => validateText(JSON.stringify(value));

test('a block, a list and a reply are taken, and drafts by the rules of drafts', () => {
  for (const value of [hello, [hello], { blocks: [hello] }]) {
    expect(checked(value)).toEqual({ blocks: [hello], isDraft: false, problems: [] });
  }
  const intent = { type: 'intent', text: 'Looking' };
  expect(checked(intent).problems).toMatchObject([{ code: 'intent_requires_partial' }]);
  expect(checked({ blocks: [intent], partial: true })).toEqual({ blocks: [intent], isDraft: true, problems: [] });
});

test('each fault has its code, its place in what is written, and a hint', () => {
  const wrong = { type: 'text', txt: 'Hello' };
  expect(checked([hello, wrong]).problems).toMatchObject([{ path: expect.stringMatching(/^\/1/) as string }]);
  expect(checked(wrong).problems).toMatchObject([
    { code: expect.stringMatching(/^block_invalid, /) as string, path: expect.stringMatching(/^\/t/) as string },
  ]);
  expect(checked({ blocks: [wrong] }).problems[0]?.path).toMatch(/^\/blocks\/0/);
  expect(checked([wrong]).problems[0]?.hint).not.toBe('');
  expect(checked([]).problems).toHaveLength(1);
  expect(checked(Array.from({ length: 51 }, () => hello)).problems).toHaveLength(1);
});

test('what is no JSON, or no block, says so and is not drawn', () => {
  expect(validateText('{')).toMatchObject({ blocks: null, problems: [{ code: 'json_invalid' }] });
  for (const value of [null, 3, 'x', [null, 3], { type: 'hologram' }, { type: 3 }])
    expect(checked(value).blocks).toEqual([]);
  const request = { type: 'approval_request', prompt: 'Pay?', kind: 'charge' };
  expect(checked(request)).toMatchObject({ blocks: [request], problems: [{ code: 'block_invalid, not_sendable' }] });
  expect(checked({ type: 'list', title: 'A' }).blocks).toHaveLength(1);
  expect(checked(3).problems).toMatchObject([{ code: 'block_invalid', message: 'This is no block.' }]);
});

test('blocks are copied as a module of either language', () => {
  const block = { type: 'form', ok: true, off: false, nothing: null, 'a-b': [], size: 1.5, text: 'ä "\n🍵' };
  expect(asTypeScript([block])).toBe(`import type { SendableBlock } from '@parley/agent-sdk';

// In a handler: await ctx.reply(blocks);
export const blocks: SendableBlock[] = [
  {
    type: "form",
    ok: true,
    off: false,
    nothing: null,
    "a-b": [],
    size: 1.5,
    text: "ä \\"\\n🍵",
  },
];
`);
  expect(asPython([block])).toBe(`# In a handler: await ctx.reply(blocks)
blocks = [
  {
    "type": "form",
    "ok": True,
    "off": False,
    "nothing": None,
    "a-b": [],
    "size": 1.5,
    "text": "ä \\"\\n🍵",
  },
]
`);
});

test('it begins with what its address holds, and with an example where that is nothing', () => {
  expect(startText(`#${encodeURIComponent('{"type":"text"}')}`)).toBe('{"type":"text"}');
  for (const hash of ['', '#', '#%E0%A4%A']) expect(validateText(startText(hash)).problems).toEqual([]);
});
