/** The shape of a value, in few bytes. An object lists its optional members. */
export type Shape =
  | { readonly is: 'any' | 'boolean' | 'record' }
  | {
      readonly is: 'string';
      readonly min?: number;
      readonly max?: number;
      readonly pattern?: string;
      readonly format?: 'datetime';
    }
  | {
      readonly is: 'number';
      readonly whole?: true;
      readonly min?: number;
      readonly above?: number;
      readonly max?: number;
    }
  | { readonly is: 'one'; readonly of: readonly string[] }
  | { readonly is: 'array'; readonly item: Shape; readonly min?: number; readonly max?: number }
  | ObjectShape;

export interface ObjectShape {
  readonly is: 'object';
  readonly fields: Readonly<Record<string, Shape>>;
  readonly optional?: readonly string[];
}
