/**
 * The tokens for what is wrong with a block. The server adds two more, `asset_not_found` and `asset_wrong_mime`, because only
 * the server can look up assets.
 */
export const blockReasons = [
  'unknown_type',
  'not_sendable',
  'chart_requires_final',
  'unknown_field',
  'missing_field',
  'wrong_type',
  'too_short',
  'too_long',
  'too_few',
  'too_many',
  'too_small',
  'too_large',
  'too_deep',
  'bad_format',
  'not_allowed',
  'ragged_row',
  'conflicting_payload',
  'options_required',
  'duplicate_field',
  'duplicate_form_id',
  'min_after_max',
  'ends_before_starts',
  'chart_data_key_missing',
  'chart_y_axis_range',
  'chart_pie_negative',
  'chart_scatter_x_not_number',
  'chart_category_too_long',
  'asset_not_found',
  'asset_wrong_mime',
] as const;

export type BlockReason = (typeof blockReasons)[number];

/** Keys and indexes that lead to a value. */
export type BlockPath = readonly (string | number)[];

/** An error inside one block; `path` starts at the block. */
export interface BlockFault {
  readonly path: BlockPath;
  readonly reason: BlockReason;
  /** One sentence for a person. */
  readonly message: string;
  /** How to fix it. */
  readonly hint: string;
}
