import { z } from 'zod';
import { bounded } from '../bounded.ts';

/** The schemas of fields that several blocks share. Lengths count Unicode code points; every bound is inclusive. */

export const text = (min: number, max: number) => z.string().min(min).max(max);

/** Text of at most `max` characters without angle brackets, for every label that a chart draws. */
export const chartText = (max: number) => bounded(max).regex(/^[^<>]*$/);

/** A date and a time in ISO 8601, with seconds, and with `Z` or an offset such as `+02:00`: at most 100 characters. */
export const dateTime = bounded(100).check(z.iso.datetime({ offset: true }));

/** A width or a height in pixels. */
export const pixels = z.int().min(1).max(100_000);

/** The length of a recording: more than 0 seconds, at most a day. */
export const durationSeconds = z.number().gt(0).max(86_400);

/** An action: the payload that a press sends as an ordinary message, and the label on the button. */
export const action = z.strictObject({ label: text(1, 60), payload: text(1, 200) });

export type Action = z.infer<typeof action>;
