import type { ReadBlock } from '@parley/protocol';
import type { OutgoingAttachment } from './outgoing.ts';

/** Returns the block that the platform will make of a file, so that the file shows before the message is read back. */
export function attachmentBlock({ assetId, filename, mime, sizeBytes }: OutgoingAttachment): ReadBlock {
  if (mime.startsWith('image/')) return { type: 'image', asset_id: assetId };
  if (mime.startsWith('audio/')) return { type: 'audio', asset_id: assetId };
  if (mime.startsWith('video/')) return { type: 'video', asset_id: assetId };
  return { type: 'file', asset_id: assetId, filename, size_bytes: sizeBytes, mime };
}
