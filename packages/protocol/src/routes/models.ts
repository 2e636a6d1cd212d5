import { z } from 'zod';
import {
  addedModel,
  addModelBody,
  agentModel,
  changeModelBody,
  listedModels,
  listModelsBody,
  modelAnswer,
  modelCosts,
  modelDay,
  modelOffer,
  modelTool,
} from '../requests/models.ts';
import { itemOf, listOf, pageOf } from '../requests/pages.ts';
import { idQuery, monthQuery, pageQuery } from './query.ts';
import { human } from './route.ts';

const ofAddress = ['models_off', 'model_address_refused', 'model_key_refused', 'model_unreachable'] as const;

/** Chat models that the server runs as agents. */
export const modelsRoutes = {
  listModelOffers: human({
    method: 'GET',
    path: '/v1/models',
    summary: 'The models that the operator offers to everybody.',
    doc: 'They need no key. `dailyLimit` is how many answers one person gets from a model in a day (UTC), over all agents. `images` says that its models read images.',
    answer: { status: 200, json: listOf(modelOffer) },
    refusals: ['models_off'],
  }),
  listModelTools: human({
    method: 'GET',
    path: '/v1/models/tools',
    summary: 'The tools of the platform that you may give to a model.',
    answer: { status: 200, json: listOf(modelTool) },
    refusals: ['models_off'],
  }),
  listModels: human({
    method: 'POST',
    path: '/v1/models/list',
    summary: 'The models of an address, if its API lists them.',
    doc:
      'Nothing is stored. `url` of the answer is the address to add: it ends with `/v1` where the API is below that. `prices` are what a ' +
      'million tokens of a model cost, in US dollars, where the list says it in the form of OpenRouter, LiteLLM or Together.',
    body: listModelsBody,
    answer: { status: 200, json: listedModels },
    refusals: ofAddress,
  }),
  addModel: human({
    method: 'POST',
    path: '/v1/models',
    summary: 'Make a chat model an agent of yours, which the server runs.',
    doc:
      'The agent is private, on the relay, and requests `history.read` and the scopes of its tools. Without `handle` it gets one that ' +
      'is made of the name. If the API lists its models, `model` must be one of them. The key is stored sealed and never shown. With ' +
      '`images`, false by default, the model gets the images that people send. Without it, the model only learns that there was an ' +
      'image. Without `prices` those count that the address says of the model, if it says any; `null` counts none. An offered model takes ' +
      'no `key`, `prices` or `images`.',
    body: addModelBody,
    answer: { status: 201, json: addedModel },
    refusals: [...ofAddress, 'model_unknown', 'handle_taken', 'quota_exceeded', 'tool_not_found'],
  }),
  listAnswersToMe: human({
    method: 'GET',
    path: '/v1/models/answers',
    summary: 'What the answers of models to you cost, newest first.',
    doc: 'Answers of models without prices are left out.',
    query: pageQuery.extend({
      deliveryId: idQuery('Only what answered this delivery, which an answer names as `replyToDeliveryId`.'),
    }),
    answer: { status: 200, json: pageOf(modelAnswer) },
  }),
  listModelCosts: human({
    method: 'GET',
    path: '/v1/models/costs',
    summary: 'What the answers of models to you cost in a month (UTC), by agent.',
    doc:
      'The dearest first, at most 100. Answers of models without prices are left out, and so are those of a model that its owner has ' +
      'taken away. Answers are kept as long as the log of deliveries, 90 days by default.',
    query: z.object({ month: monthQuery('The month, such as 2026-01: the current one where nothing is said.') }),
    answer: { status: 200, json: modelCosts },
  }),
  getAgentModel: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/model',
    summary: 'The model behind your agent.',
    answer: { status: 200, json: itemOf(agentModel) },
    refusals: ['agent_not_found', 'model_not_found'],
  }),
  changeAgentModel: human({
    method: 'PATCH',
    path: '/v1/agents/{agentId}/model',
    summary: 'Change the model, address, key, instructions, tools, prices or images of your agent.',
    doc:
      'Fields that you leave out stay. Another `url` or `offerId` drops the key, unless you name it too. With another `url` or `model`, and ' +
      'no `prices`, those count that the address says. `key: null` forgets the key, `prices: null` the prices. An offered model takes no `images`. Answers in progress have 10 seconds to end.',
    body: changeModelBody,
    answer: { status: 200, json: itemOf(agentModel) },
    refusals: [...ofAddress, 'model_unknown', 'agent_not_found', 'model_not_found', 'tool_not_found'],
  }),
  removeAgentModel: human({
    method: 'DELETE',
    path: '/v1/agents/{agentId}/model',
    summary: 'Take the model from your agent, with its key and its records.',
    doc: 'The agent stays, and can be connected to a program. Deleting the agent removes its model too.',
    answer: { status: 204 },
    refusals: ['agent_not_found', 'model_not_found'],
  }),
  listModelDays: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/model/days',
    summary: 'Tokens and cost of your agent’s model for each day (UTC), newest first.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(modelDay) },
    refusals: ['agent_not_found', 'model_not_found'],
  }),
  listModelAnswers: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/model/answers',
    summary: 'Tokens and cost of each answer of your agent’s model, newest first.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(modelAnswer) },
    refusals: ['agent_not_found', 'model_not_found'],
  }),
} as const;
