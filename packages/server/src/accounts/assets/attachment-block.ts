import type { InboundBlock, SendAttachmentBody } from '@parley/protocol';
import type { AssetRow } from './asset.ts';
import { cleanFilename } from './clean-filename.ts';

/** Builds the block for a person's attachment. The type of the file's bytes decides the type of the block. */
export function attachmentBlock(
  asset: Pick<AssetRow, 'asset_id' | 'mime' | 'size_bytes' | 'filename'>,
  { filename, durationSeconds }: Omit<SendAttachmentBody, 'assetId'>,
): InboundBlock<'image' | 'audio' | 'video' | 'file'> {
  const { asset_id, mime } = asset;
  const duration = durationSeconds === undefined ? {} : { duration_seconds: durationSeconds };
  if (mime.startsWith('image/')) return { type: 'image', asset_id };
  if (mime.startsWith('audio/')) return { type: 'audio', asset_id, ...duration };
  if (mime.startsWith('video/')) return { type: 'video', asset_id, ...duration };
  const name = cleanFilename(filename ?? asset.filename, null);
  return { type: 'file', asset_id, filename: name, size_bytes: asset.size_bytes, mime };
}
