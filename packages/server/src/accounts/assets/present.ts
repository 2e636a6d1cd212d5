import type { Asset, UploadedAsset } from '@parley/protocol';
import type { AssetRow } from './asset.ts';

/** Presents an asset to people. */
export function presentAsset(row: AssetRow): Asset {
  return {
    assetId: row.asset_id,
    mime: row.mime,
    sizeBytes: row.size_bytes,
    filename: row.filename,
    createdAt: row.created_at.toISOString(),
  };
}

/** Presents an asset to agents. */
export function presentUpload(row: AssetRow): UploadedAsset {
  return { asset_id: row.asset_id, mime: row.mime, size_bytes: row.size_bytes };
}
