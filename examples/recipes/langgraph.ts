/** A graph of LangGraph answers; where a node interrupts, the person decides, and the node goes on with what they approved. */
import * as lg from '@langchain/langgraph';
import type { Agent } from '@parley/agent-sdk';

interface Wish {
  readonly action: string;
  readonly arguments: { readonly path: string };
}

const graph = new lg.StateGraph(lg.Annotation.Root({ path: lg.Annotation<string>(), answer: lg.Annotation<string>() }))
  .addNode('remove', ({ path }) => {
    const bound = lg.interrupt<Wish, Wish['arguments'] | null>({ action: `Delete ${path}`, arguments: { path } });
    return { answer: bound === null ? `${path} stays.` : `${bound.path} is gone.` };
  })
  .addEdge(lg.START, 'remove')
  .addEdge('remove', lg.END)
  .compile({ checkpointer: new lg.MemorySaver() });

export function withGraph(agent: Agent): Agent {
  return agent.hears(/^delete (.+)$/, async (ctx) => {
    // Each delivery is a run of its own; a conversation would be one with `ctx.conversationId`.
    const config = { configurable: { thread_id: ctx.deliveryId }, signal: ctx.signal };
    let state = await graph.invoke({ path: ctx.match?.[1] ?? '' }, config);
    while (lg.isInterrupted<Wish>(state)) {
      const resume: Record<string, Wish['arguments'] | null> = {};
      for (const { id = '', value } of state[lg.INTERRUPT]) {
        if (value) resume[id] = (await ctx.decide({ kind: 'graph', ...value })).arguments;
      }
      state = await graph.invoke(new lg.Command({ resume }), config);
    }
    await ctx.reply(state.answer);
  });
}
