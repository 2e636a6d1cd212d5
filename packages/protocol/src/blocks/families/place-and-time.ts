import { z } from 'zod';
import { defineBlock } from '../block-definition.ts';
import { dateTime, text } from '../field-schemas.ts';
import { datePickerFault, eventFault } from '../time-rules.ts';

/** A place: latitude -90 to 90, longitude -180 to 180, and a label of 1–200 characters. */
export type LocationBlock = z.infer<typeof locationBlock.inbound>;

const locationSchema = z.strictObject({
  type: z.literal('location'),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  label: text(1, 200).optional(),
});

export const locationBlock = defineBlock({
  inbound: locationSchema,
  read: locationSchema,
  sender: 'any',
  text: ({ label, latitude, longitude }) => `Location: ${label ?? `${latitude}, ${longitude}`}`,
});

/**
 * An event: a title of 1–200 characters, a start and an optional end, which must not precede the start. It is display only and
 * adds nothing to a calendar.
 */
export type EventBlock = z.infer<typeof eventBlock.inbound>;

const eventSchema = z.strictObject({
  type: z.literal('event'),
  title: text(1, 200),
  starts_at: dateTime,
  ends_at: dateTime.optional(),
});

export const eventBlock = defineBlock({
  inbound: eventSchema,
  read: eventSchema,
  sender: 'any',
  check: eventFault,
  text: ({ title, starts_at }) => `${title}, ${starts_at.slice(0, 16).replace('T', ' ')}`,
});

/** Lets a person pick a day, within `min` and `max` if given. The type is published but not accepted yet. */
export type DatePickerBlock = z.infer<typeof datePickerBlock.inbound>;

const datePickerSchema = z.strictObject({
  type: z.literal('date_picker'),
  title: text(1, 200),
  min: dateTime.optional(),
  max: dateTime.optional(),
});

export const datePickerBlock = defineBlock({
  inbound: datePickerSchema,
  read: datePickerSchema,
  sender: 'nobody',
  check: datePickerFault,
  text: (block) => `Pick a date: ${block.title}`,
});
