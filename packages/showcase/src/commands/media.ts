import { audio, file, image, text, video } from '@parley/agent-sdk';
import type { Command, MessageContext } from '../command.ts';
import { drawEvening } from '../media/draw-evening.ts';
import { playChord } from '../media/play-chord.ts';
import { sunsetFilm } from '../media/sunset-film.ts';

/** Draws a picture, uploads it, and returns its block. */
export async function imageBlock(ctx: MessageContext) {
  const { bytes, width, height } = drawEvening();
  const { asset_id } = await ctx.client.uploadAsset(bytes, { contentType: 'image/png', filename: 'evening.png' });
  return image(asset_id, { alt_text: 'The sun goes down over two lines of hills', width, height });
}

/** Generates a sound, uploads it, and returns its block. */
export async function audioBlock(ctx: MessageContext) {
  const { bytes, seconds } = playChord();
  const { asset_id } = await ctx.client.uploadAsset(bytes, { contentType: 'audio/wav', filename: 'chord.wav' });
  return audio(asset_id, { duration_seconds: seconds });
}

/** Uploads a film of two seconds and returns its block. */
export async function videoBlock(ctx: MessageContext) {
  const { bytes, seconds, width, height } = sunsetFilm();
  const { asset_id } = await ctx.client.uploadAsset(bytes, { contentType: 'video/webm', filename: 'sunset.webm' });
  return video(asset_id, { duration_seconds: seconds, width, height });
}

/** Writes a file, uploads it, and returns its block. */
export async function fileBlock(ctx: MessageContext) {
  const bytes = Buffer.from('herb,minutes\nthyme,6\nmint,4\nlemon balm,8\n');
  const { asset_id, mime } = await ctx.client.uploadAsset(bytes, { contentType: 'text/csv', filename: 'herbs.csv' });
  return file(asset_id, 'herbs.csv', { size_bytes: bytes.length, mime });
}

export const mediaCommands: Command[] = [
  { name: 'image', aliases: ['picture'], run: async (ctx) => ctx.reply(await imageBlock(ctx)) },
  { name: 'audio', aliases: ['sound'], run: async (ctx) => ctx.reply(await audioBlock(ctx)) },
  { name: 'file', run: async (ctx) => ctx.reply([text('A file, to be saved.'), await fileBlock(ctx)]) },
  { name: 'video', aliases: ['film'], run: async (ctx) => ctx.reply(await videoBlock(ctx)) },
];
