import { limits, type AgentId, type AssetId, type UserId } from '@parley/protocol';

/** Who uploaded an asset: a person or an agent. */
export type AssetOwner = UserId | AgentId;

/** An uploaded file. Its bytes lie in the asset store under its id. */
export interface AssetRow {
  readonly asset_id: AssetId;
  readonly owner_id: AssetOwner;
  readonly mime: string;
  readonly size_bytes: number;
  readonly sha256: Buffer;
  readonly filename: string;
  readonly created_at: Date;
}

/** An asset that nothing has named and that was made before this time has expired: it can be neither read nor named any more. */
export function expiredBefore(nowMs: number): Date {
  return new Date(nowMs - limits.unnamedAssetHours * 3_600_000);
}
