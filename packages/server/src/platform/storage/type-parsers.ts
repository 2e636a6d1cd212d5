import pg from 'pg';
import type { CustomTypesConfig } from 'pg';

type Parser = (text: string) => unknown;

const INT8 = 20;
const INT8_ARRAY = 1016;
const TEXT_ARRAY = 1009;

const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY as number, 'text') as (text: string) => (string | null)[];

/** No number in the schema reaches 2^53, so whole numbers are parsed as JavaScript numbers. */
const OURS = new Map<number, Parser>([
  [INT8, Number],
  [INT8_ARRAY, (text) => parseTextArray(text).map((item) => (item === null ? null : Number(item)))],
]);

/**
 * Defines how columns become JavaScript values: int8 → number, timestamptz → Date, bytea → Buffer; numeric stays text.
 * Set on a pool, so that other users of the driver in this process are not affected.
 */
export const typeParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const ours = format === 'binary' ? undefined : OURS.get(oid);
    return ours ?? (pg.types.getTypeParser(oid, format) as Parser);
  },
};
