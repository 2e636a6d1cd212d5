import { z } from 'zod';
import { idSchema } from '../../ids.ts';
import { defineBlock } from '../block-definition.ts';
import { durationSeconds, pixels, text } from '../field-schemas.ts';

/**
 * A picture. The asset must be an `image/*` of the sender. `alt_text` has 0–500 characters; `width` and `height` are pixels,
 * 1–100,000. Clients fetch the bytes from the platform, never from an address that an agent gives.
 */
export type ImageBlock = z.infer<typeof imageBlock.inbound>;

const imageSchema = z.strictObject({
  type: z.literal('image'),
  asset_id: idSchema('asset'),
  alt_text: text(0, 500).optional(),
  width: pixels.optional(),
  height: pixels.optional(),
});

export const imageBlock = defineBlock({
  inbound: imageSchema,
  read: imageSchema,
  sender: 'any',
  asset: (block) => ({ assetId: block.asset_id, field: 'asset_id', mime: 'image/*' }),
  text: (block) => (block.alt_text ? `Image: ${block.alt_text}` : 'Image'),
});

/** A file to download: filename 1–255 characters, `size_bytes` at least 1, `mime` 1–255 characters. Only its shape is checked. */
export type FileBlock = z.infer<typeof fileBlock.inbound>;

const fileSchema = z.strictObject({
  type: z.literal('file'),
  asset_id: idSchema('asset'),
  filename: text(1, 255),
  size_bytes: z.int().min(1).optional(),
  mime: text(1, 255).optional(),
});

export const fileBlock = defineBlock({
  inbound: fileSchema,
  read: fileSchema,
  sender: 'any',
  text: (block) => `File: ${block.filename}`,
});

/**
 * A sound recording, without a transcript. The asset must be an `audio/*` of the sender; `duration_seconds` is greater than 0
 * and at most 86,400.
 */
export type AudioBlock = z.infer<typeof audioBlock.inbound>;

const audioSchema = z.strictObject({
  type: z.literal('audio'),
  asset_id: idSchema('asset'),
  duration_seconds: durationSeconds.optional(),
});

export const audioBlock = defineBlock({
  inbound: audioSchema,
  read: audioSchema,
  sender: 'any',
  asset: (block) => ({ assetId: block.asset_id, field: 'asset_id', mime: 'audio/*' }),
  text: (block) => withDuration('Audio', block.duration_seconds),
});

/**
 * A film, without caption or transcript. `duration_seconds` is greater than 0 and at most 86,400; `width` and `height` are
 * pixels, 1–100,000. Neither the kind nor the owner of the asset is checked when it is written.
 */
export type VideoBlock = z.infer<typeof videoBlock.inbound>;

const videoSchema = z.strictObject({
  type: z.literal('video'),
  asset_id: idSchema('asset'),
  duration_seconds: durationSeconds.optional(),
  width: pixels.optional(),
  height: pixels.optional(),
});

export const videoBlock = defineBlock({
  inbound: videoSchema,
  read: videoSchema,
  sender: 'any',
  text: (block) => withDuration('Video', block.duration_seconds),
});

function withDuration(kind: string, seconds: number | undefined): string {
  if (seconds === undefined) return kind;
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const clock = [...(hours > 0 ? [hours, twoDigits(minutes)] : [minutes]), twoDigits(whole % 60)];
  return `${kind} (${clock.join(':')})`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
