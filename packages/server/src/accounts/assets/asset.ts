import { limits, type AgentId, type AssetId, type UserId } from '@parley/protocol';

/** The uploader of an asset: a person or an agent. */
export type AssetOwner = UserId | AgentId;

/** An uploaded file. The asset store keeps its bytes under its id. */
export interface AssetRow {
  readonly asset_id: AssetId;
  readonly owner_id: AssetOwner;
  readonly mime: string;
  readonly size_bytes: number;
  readonly sha256: Buffer;
  readonly filename: string;
  readonly created_at: Date;
}

/** Returns the time before which unnamed assets have expired. An expired asset can no longer be read or named. */
export function expiredBefore(nowMs: number): Date {
  return new Date(nowMs - limits.unnamedAssetHours * 3_600_000);
}
