import type { AgentModel, ModelAnswer, ModelCost, ModelDay, ModelOffer, ModelTool } from '@parley/protocol';
import { at, ids } from './values.ts';

/** Examples of models that the server runs, and of what they cost. */

const prices = { input: 0.15, output: 0.6, currency: 'EUR' };

export const offer: ModelOffer = {
  offerId: 'house',
  name: 'The house’s model',
  models: ['small-1', 'large-1'],
  dailyLimit: 50,
  prices,
  images: true,
};

export const tool: ModelTool = {
  name: 'clock.now',
  scope: 'clock.read',
  description: 'The time now, in a time zone.',
};

export const model: AgentModel = {
  agentId: ids.agent,
  offerId: null,
  url: 'https://models.example/v1',
  model: 'small-1',
  hasKey: true,
  instructions: 'You plan meals for two.',
  tools: ['clock.now'],
  images: true,
  prices,
  dailyLimit: null,
  state: 'running',
  since: at(3),
  failure: null,
  createdAt: at(2),
};

const spent = { inputTokens: 1240, outputTokens: 96, cost: 0.0002436, currency: 'EUR' };

export const answer: ModelAnswer = {
  agentId: ids.agent,
  deliveryId: ids.delivery,
  conversationId: ids.conversation,
  model: 'small-1',
  ...spent,
  failure: null,
  at: at(5),
};

export const day: ModelDay = { day: '2026-01-12', answers: 1, failures: 0, ...spent };

export const cost: ModelCost = { agentId: ids.agent, name: 'Kitchen', answers: 1, ...spent };
