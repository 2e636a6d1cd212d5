import { describe, expect, test } from 'vitest';
import { acceptBlocks } from './accept-blocks.ts';

describe('assets', () => {
  test('names the assets whose kind and owner matter, with where they stand', () => {
    const asset_id = 'ast_01KAJ8ZJ9M4J0V6W3QX5T2N7RC';
    const blocks = [
      { type: 'text', text: 'Look' },
      { type: 'image', asset_id },
      { type: 'card', title: 'A', image_asset_id: asset_id },
      { type: 'card', title: 'No picture' },
      { type: 'audio', asset_id },
      { type: 'video', asset_id },
      { type: 'file', asset_id, filename: 'a' },
    ];
    expect(acceptBlocks(blocks, 'final')).toEqual({
      ok: true,
      blocks,
      assets: [
        { assetId: asset_id, path: '/blocks/1/asset_id', mime: 'image/*' },
        { assetId: asset_id, path: '/blocks/2/image_asset_id', mime: 'image/*' },
        { assetId: asset_id, path: '/blocks/4/asset_id', mime: 'audio/*' },
      ],
    });
  });
});

describe('values that are no JSON', () => {
  test('refuses an input that holds itself instead of never coming back', () => {
    const input: Record<string, unknown> = {};
    input.self = input;
    expect(acceptBlocks([{ type: 'tool_use', id: '1', name: 'a', input }], 'final')).toMatchObject({
      refusal: { reason: 'too_deep' },
    });
  });

  test('takes an optional member that is undefined, because it is left out when written', () => {
    expect(acceptBlocks([{ type: 'progress', label: 'Reading', percent: undefined }], 'final').ok).toBe(true);
  });
});
