import type { Command, Pace } from '../command.ts';

const story = `**The lighthouse and the letter**

Mira kept a lighthouse on a rock where nobody came by. Every evening she wrote a letter, rolled it into a bottle and gave \
it to the sea.

One autumn a bottle came back. Inside was her own letter, and below it, in a stranger's hand: *“I read them all. The lamp is \
easier to find when I know who lights it.”*

That night she trimmed the wick, wiped the glass twice, and wrote a little slower — now that someone was reading along.`;

export const storyCommand: Command = {
  name: 'stream a story',
  aliases: ['story', 'stream', 'tell me a story', 'text'],
  run: (ctx, pace) => ctx.stream(wordByWord(story, pace)),
};

async function* wordByWord(content: string, pace: Pace): AsyncGenerator<string> {
  for (const word of content.split(/(?<=\s)/)) {
    yield word;
    await pace();
  }
}
