import { z } from 'zod';
import { defineBlock } from '../block-definition.ts';
import { chartFault } from '../chart-rules.ts';
import { chartText } from '../field-schemas.ts';

/**
 * A chart, for final replies only: bar, line, pie or scatter, of 1–4 series over 1–100 rows. `x_key` and each series'
 * `data_key` name members of every row and match `^[a-z][a-z0-9_]{0,39}$`. A y value is a finite number (0 or more in a pie).
 * An x value is a number or, except in a scatter chart, a string of 1–80 characters. `y_axis_min` must be below `y_axis_max`.
 * Labels hold no angle brackets: label, axis_label, value_prefix, value_suffix 0–40, meta.title 0–80, meta.description and
 * meta.footer 0–200, x_axis_label 0–60 characters. There are no colours, no markup and no code.
 */
export type ChartBlock = z.infer<typeof chartBlock.inbound>;

/** One value in a row: text of at most 10,000 characters, a finite number, a boolean or null. */
export type ChartCell = string | number | boolean | null;

const key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

/** Any value passes the schema, because the cells that matter depend on the series. `chartFault` checks them one by one. */
const cell = z.unknown().meta({
  anyOf: [{ type: 'string', maxLength: 10_000 }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }],
}) as unknown as z.ZodType<ChartCell>;

const series = z.strictObject({
  data_key: key,
  label: chartText(40).optional(),
  axis_label: chartText(40).optional(),
  value_format: z.enum(['integer', 'compact', 'raw']).optional(),
  value_prefix: chartText(40).optional(),
  value_suffix: chartText(40).optional(),
});

const meta = z.strictObject({
  title: chartText(80).optional(),
  description: chartText(200).optional(),
  footer: chartText(200).optional(),
});

const chartSchema = z.strictObject({
  type: z.literal('chart'),
  chart_type: z.enum(['bar', 'line', 'pie', 'scatter']),
  meta: meta.optional(),
  x_key: key,
  layout: z.literal('vertical').optional(),
  series: z.array(series).min(1).max(4),
  data: z
    .array(z.record(z.string(), cell).meta({ maxProperties: 50 }))
    .min(1)
    .max(100),
  x_axis_label: chartText(60).optional(),
  y_axis_min: z.number().optional(),
  y_axis_max: z.number().optional(),
  x_axis_scale: z.literal('linear').optional(),
});

export const chartBlock = defineBlock({
  inbound: chartSchema,
  read: chartSchema,
  sender: 'final',
  check: chartFault,
  text: ({ chart_type, meta }) => `Chart: ${meta?.title || chart_type}`,
});
