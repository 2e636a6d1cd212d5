import type { Agent } from '@parley/agent-sdk';
import { seatModel, type ModelOptions } from '@parley/model';

const instructions = 'You are {{name}}. You answer briefly, and say so when you do not know.';

/** Reads which model answers. */
export function modelOf(env: Readonly<Record<string, string | undefined>>): ModelOptions {
  const { MODEL_URL: url, MODEL_NAME: model, MODEL_KEY: key } = env;
  return {
    url: url || 'http://127.0.0.1:11434/v1',
    instructions,
    ...(model ? { model } : {}),
    ...(key ? { key } : {}),
  };
}

/** Adds the handlers, so that a test can bring an agent and a model of its own. */
export async function withHandlers(agent: Agent, model: ModelOptions): Promise<Agent> {
  agent.hears('help', (ctx) => ctx.reply('Write me anything. A model answers.'));
  await seatModel(agent, model);
  return agent;
}
