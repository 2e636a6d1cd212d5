import { Agent, StoreInFile } from '@parley/agent-sdk';

interface Kept {
  city: string;
  cups: number;
}

const agent = Agent.fromEnv<Kept>(process.env, { store: new StoreInFile('store.json') });

agent.hears(/^I live in (.+)$/i, async (ctx) => {
  await ctx.store.person.set('city', ctx.match[1] ?? '');
  await ctx.reply('I will remember that, in each of our conversations.');
});
agent.hears('weather', async (ctx) => {
  const city = await ctx.store.person.get('city'); // string | undefined
  await ctx.reply(city ? `The weather in ${city} …` : 'Where do you live?');
});
agent.hears('tea', async (ctx) => {
  const cups = ((await ctx.store.get('cups')) ?? 0) + 1;
  await ctx.store.set('cups', cups);
  await ctx.reply(`Cup ${cups} of this conversation.`);
});
agent.hears('forget me', async (ctx) => {
  await ctx.store.person.delete('city');
  await ctx.reply('Forgotten.');
});

await agent.startRelay();
