/**
 * An agent whose answers appear while they are being made. Put your model's stream in place of `think`.
 *
 * PARLEY_BASE_URL=http://127.0.0.1:4600 PARLEY_AGENT_ID=agt_… PARLEY_CREDENTIAL_ID=cred_… PARLEY_AGENT_SECRET=… \
 *   npx tsx examples/streaming.ts
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamPiece } from '@parley/agent-sdk';
import { Agent, intent, list } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

agent.catch(async (error) => {
  console.error(error.message);
  // This also closes the draft that the failed answer has left open.
  await error.ctx.reply('Sorry, I lost my thread. Please ask again.');
});

agent.on('message.created', (ctx) => ctx.stream(think(ctx.text)));

/** Yields text as it comes; blocks may stand between. An intent is shown only until the answer is whole. */
async function* think(question: string): AsyncGenerator<StreamPiece> {
  yield intent('Counting your words');
  const words = question.split(/\s+/).filter(Boolean);
  for (const [index, word] of words.entries()) {
    await sleep(80);
    yield `${index + 1}. ${word}  \n`;
  }
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, 3);
  if (longest.length > 0) yield list('Your longest words', longest);
}

const relay = await agent.startRelay();
console.log('Listening. Press Ctrl+C to stop.');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void agent.stop());
await relay.closed;
