import type { AssetId } from '@parley/protocol';
import { upload } from './upload.ts';

/** Edge length in pixels: avatars are drawn at most 56 px wide, on screens with up to four pixels in one. */
const edge = 224;

/**
 * Uploads the middle of a picture as a small, still square, without the place and time that cameras store in their
 * files. Rejects with an `InvalidStateError` if the browser cannot decode the file.
 */
export async function uploadPicture(file: Blob): Promise<AssetId> {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = edge;
  const side = Math.min(picture.width, picture.height);
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, edge, edge);
  picture.close();
  // A browser that writes no WebP writes PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  if (blob === null) throw new DOMException('The picture has no pixels.', 'InvalidStateError');
  const named = new File([blob], `picture.${blob.type.replace('image/', '')}`, { type: blob.type });
  return (await upload(named, () => undefined).done).assetId;
}
