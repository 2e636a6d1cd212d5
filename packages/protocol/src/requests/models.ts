import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { chosenName, newHandle, paragraph, plainLine, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { agent } from './agents.ts';

/** The id of a model that the operator offers. */
const offerId = bounded(64).regex(/^[a-z0-9][a-z0-9_-]*$/);

/** What a million tokens cost, in any currency. */
export const modelPrices = z
  .strictObject({
    input: z.number().min(0).max(1e6),
    output: z.number().min(0).max(1e6),
    currency: bounded(3)
      .regex(/^[A-Z]{3}$/)
      .default('USD'),
  })
  .meta({ id: 'ModelPrices' });

/** The base address of an OpenAI-compatible API. The server checks it, by the rule that webhooks obey. */
const modelUrl = bounded(2000).min(1);
/** An API key: printable ASCII without spaces. */
const modelKey = bounded(4000)
  .min(1)
  .regex(/^[\x21-\x7e]+$/);
const modelName = plainLine(300);
const instructions = paragraph(20_000);
const tools = z
  .array(
    bounded(200)
      .min(1)
      .regex(/^[A-Za-z0-9][\w.:/-]*$/),
  )
  .max(20);

/** A model that the operator offers to everybody on the server. */
export const modelOffer = z
  .strictObject({
    offerId: z.string(),
    name: z.string(),
    /** The models to choose from. */
    models: z.array(z.string()).readonly(),
    /** How many answers a person gets from it in a day (UTC); null: no limit. */
    dailyLimit: z.int().min(1).nullable(),
    prices: modelPrices.nullable(),
    /** Whether its models read images. */
    images: z.boolean(),
  })
  .meta({ id: 'ModelOffer' });

/** A tool of the platform that a model may be given. */
export const modelTool = z
  .strictObject({ name: z.string(), scope: z.string(), description: z.string() })
  .meta({ id: 'ModelTool' });

/** POST /v1/models/list. */
export const listModelsBody = z
  .strictObject({ url: modelUrl, key: modelKey.optional() })
  .meta({ id: 'ListModelsBody' });

/**
 * The models of an address, with what a million tokens cost where the list says it: `items` is null if the API has no list. `url` is the
 * address below which it answers.
 */
export const listedModels = z
  .strictObject({
    items: z
      .array(z.strictObject({ id: z.string(), prices: modelPrices.nullable() }))
      .readonly()
      .nullable(),
    url: z.string(),
  })
  .meta({ id: 'ListedModels' });

const ofOneSource = { message: 'Give either offerId or url.' };

/**
 * POST /v1/models: a model of the operator's by `offerId`, or any by `url`. `images` is false by default. Without `prices` those count that the
 * address says; null counts none.
 */
export const addModelBody = z
  .strictObject({
    name: chosenName(80),
    handle: newHandle.optional(),
    offerId: offerId.optional(),
    url: modelUrl.optional(),
    key: modelKey.optional(),
    model: modelName,
    instructions: instructions.optional(),
    tools: tools.optional(),
    prices: modelPrices.nullable().optional(),
    images: z.boolean().optional(),
  })
  .refine(({ offerId: offer, url }) => (offer === undefined) !== (url === undefined), ofOneSource)
  .refine(
    ({ offerId: offer, key, prices, images }) => !offer || [key, prices, images].every((own) => own === undefined),
    {
      message: 'A model of the operator takes no key, prices or images.',
    },
  )
  .meta({ id: 'AddModelBody' });

/**
 * PATCH /v1/agents/{agentId}/model: what is not named stays. Another `url` or `offerId` drops the key unless it is named too. With another
 * `url` or `model`, and no `prices`, those count that the address says.
 */
export const changeModelBody = z
  .strictObject({
    offerId: offerId.optional(),
    url: modelUrl.optional(),
    key: modelKey.nullable().optional(),
    model: modelName.optional(),
    instructions: instructions.nullable().optional(),
    tools: tools.optional(),
    prices: modelPrices.nullable().optional(),
    images: z.boolean().optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), { message: 'Name at least one field.' })
  .refine(
    ({ offerId: offer, url, key, prices, images }) => !offer || (!url && !key && !prices && images === undefined),
    {
      message: 'A model of the operator takes no address, key, prices or images.',
    },
  )
  .meta({ id: 'ChangeModelBody', minProperties: 1 });

/** What the server’s seat of a model does. `waiting`: no server runs it yet, or the agent is paused. */
export const modelState = z.enum(['waiting', 'starting', 'running', 'failing']).meta({ id: 'ModelState' });

/** The model behind an agent, as its owner sees it. The key is never shown. */
export const agentModel = z
  .strictObject({
    agentId: idSchema('agent'),
    /** Null for an address of the owner's. */
    offerId: z.string().nullable(),
    /** Null for a model of the operator's. */
    url: z.string().nullable(),
    model: z.string(),
    hasKey: z.boolean(),
    instructions: z.string().nullable(),
    tools: z.array(z.string()).readonly(),
    /** Whether it reads images: what its owner says, or the operator of an offered model. */
    images: z.boolean(),
    prices: modelPrices.nullable(),
    dailyLimit: z.int().min(1).nullable(),
    state: modelState,
    /** Since when it is in this state. */
    since: timestamp,
    /** The newest failure, until the model answers again. */
    failure: z.strictObject({ kind: z.string(), message: z.string(), at: timestamp }).nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'AgentModel' });

/** 201 of an added model. */
export const addedModel = z.strictObject({ item: agent, model: agentModel }).meta({ id: 'AddedModel' });

const spent = {
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  /** Null without prices. */
  cost: z.number().min(0).nullable(),
  currency: z.string().nullable(),
};

/** What a model answered and cost in a day (UTC), in one currency. */
export const modelDay = z
  .strictObject({
    day: z.iso.date(),
    answers: z.int().min(0),
    /** Answers that failed or were stopped. */
    failures: z.int().min(0),
    ...spent,
  })
  .meta({ id: 'ModelDay' });

/** One answer of a model, and what it cost. `failure` is `stopped`, or what went wrong; null for a whole answer. */
export const modelAnswer = z
  .strictObject({
    agentId: idSchema('agent'),
    deliveryId: idSchema('delivery'),
    conversationId: idSchema('conversation'),
    model: z.string(),
    ...spent,
    failure: z.string().nullable(),
    at: timestamp,
  })
  .meta({ id: 'ModelAnswer' });

/** What the answers of one agent's model to a person cost in a month (UTC), in one currency. */
export const modelCost = z
  .strictObject({
    agentId: idSchema('agent'),
    name: z.string(),
    answers: z.int().min(1),
    inputTokens: z.int().min(0),
    outputTokens: z.int().min(0),
    cost: z.number().min(0),
    currency: z.string(),
  })
  .meta({ id: 'ModelCost' });

/** 200 of GET /v1/models/costs. */
export const modelCosts = z
  .strictObject({ month: z.string().regex(/^\d{4}-\d{2}$/), items: z.array(modelCost).readonly() })
  .meta({ id: 'ModelCosts' });

export type ModelCost = z.infer<typeof modelCost>;
export type ModelCosts = z.infer<typeof modelCosts>;
export type ModelPrices = z.infer<typeof modelPrices>;
export type ModelOffer = z.infer<typeof modelOffer>;
export type ModelTool = z.infer<typeof modelTool>;
export type ListedModels = z.infer<typeof listedModels>;
export type AddModelBody = z.infer<typeof addModelBody>;
export type ChangeModelBody = z.infer<typeof changeModelBody>;
export type AgentModel = z.infer<typeof agentModel>;
export type AddedModel = z.infer<typeof addedModel>;
export type ModelDay = z.infer<typeof modelDay>;
export type ModelAnswer = z.infer<typeof modelAnswer>;
