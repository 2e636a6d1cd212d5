import type { Command } from '../command.ts';

/** Pictures, files, sounds and films need an uploaded asset, and this agent owns none yet. */
export const mediaCommands: Command[] = ['image', 'file', 'audio', 'video'].map((kind) => ({
  name: kind,
  run: (ctx) =>
    ctx.reply(
      `I would love to show you ${kind === 'image' || kind === 'audio' ? 'an' : 'a'} ${kind} block, but I have nothing to upload yet. It will come.`,
    ),
}));
