import { expect, it } from 'vitest';
import { blocksIn } from './blocks-in.ts';

const hello = { type: 'text', text: 'Hello' };
const json = JSON.stringify;

it('reads a block, a list and a reply, bare or in a code fence', () => {
  const found = { blocks: [hello], mode: 'final' };
  for (const value of [hello, [hello], { blocks: [hello] }]) {
    expect(blocksIn(json(value, null, 2))).toMatchObject(found);
    expect(blocksIn(`\`\`\`json\n${json(value, null, 2)}\n\`\`\``)).toMatchObject(found);
    expect(blocksIn(`How is this?\n\`\`\`\n${json(value)}\n\`\`\`\nThank you.`)).toMatchObject(found);
  }
  const code = { type: 'text', text: '```json\n[]\n```' };
  expect(blocksIn(`\`\`\`json\n${json([code])}\n\`\`\``)).toMatchObject({ blocks: [code], mode: 'final' });
  const draft = { blocks: [{ type: 'intent', text: 'Looking' }], partial: true };
  expect(blocksIn(json(draft))).toMatchObject({ blocks: draft.blocks, mode: 'partial' });
});

it('says of blocks that the platform would refuse the code, the place in what was written, and a hint', () => {
  const wrong = { type: 'buttons', buttons: [{ label: 'Tea' }] };
  const place = '/buttons/0/payload';
  for (const [value, path] of [
    [wrong, place],
    [[hello, wrong], `/1${place}`],
    [{ blocks: [hello, wrong] }, `/blocks/1${place}`],
  ] as const)
    expect(blocksIn(json(value))).toMatchObject({
      fault: { code: 'block_invalid, missing_field', path, hint: expect.stringMatching(/./) as string },
    });
  for (const value of [[], {}, { blocks: 3 }, [3], { type: 'hologram' }])
    expect(blocksIn(json(value)), json(value)).toHaveProperty('fault.code');
});

it('says of JSON that is not whole that it is none, and finds nothing in other texts', () => {
  for (const text of ['[{"type": "text"', '{"type": ', '```json\nhello\n```'])
    expect(blocksIn(text), text).toMatchObject({ fault: { code: 'json_invalid', path: '' } });
  for (const text of ['Hello', '[tea](https://example.org)', '{sigh}', '3', '"Hello"', 'null', ''])
    expect(blocksIn(text), text).toBeNull();
});
