import type { ListedModels as ListedByAddress } from '@parley/model';
import {
  modelPrices,
  type AgentModel,
  type ConversationId,
  type DeliveryId,
  type ListedModels,
  type ModelAnswer,
  type ModelCost,
  type ModelDay,
  type ModelOffer,
} from '@parley/protocol';
import type { CostRow } from './cost-queries.ts';
import { pricesOf, type ModelRow, type Offer, type Offers } from './model.ts';
import type { DayRow, ListedAnswer } from './usage-queries.ts';

export function presentOffer({ offerId, name, models, dailyLimit, prices, images }: Offer): ModelOffer {
  return { offerId, name, models, dailyLimit, prices, images };
}

export function presentListed({ models, prices, url }: ListedByAddress): ListedModels {
  const pricesOfOne = (id: string) => {
    const found = prices.get(id);
    return found === undefined ? null : modelPrices.parse(found);
  };
  return { items: models?.map((id) => ({ id, prices: pricesOfOne(id) })) ?? null, url };
}

/** Presents a model to its owner, without the key. */
export function presentModel(row: ModelRow, offers: Offers): AgentModel {
  const offer = row.offer_id === null ? null : (offers.get(row.offer_id) ?? null);
  const { failure_kind: kind, failure_message: message, failure_at: at } = row;
  const failure = kind === null || message === null || at === null ? null : { kind, message, at: at.toISOString() };
  return {
    agentId: row.agent_id,
    offerId: row.offer_id,
    url: row.url,
    model: row.model,
    hasKey: row.sealed_key !== null,
    instructions: row.instructions,
    tools: row.tools,
    images: offer === null ? row.images : offer.images,
    prices: offer === null ? pricesOf(row) : offer.prices,
    dailyLimit: offer?.dailyLimit ?? null,
    state: row.state,
    since: row.state_at.toISOString(),
    failure,
    createdAt: row.created_at.toISOString(),
  };
}

export function presentDay(row: DayRow): ModelDay {
  return {
    day: row.day,
    answers: row.answers,
    failures: row.failures,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cost: row.cost,
    currency: row.currency || null,
  };
}

export function presentAnswer(row: ListedAnswer): ModelAnswer {
  return {
    agentId: row.agent_id,
    deliveryId: row.delivery_id as DeliveryId,
    conversationId: row.conversation_id as ConversationId,
    model: row.model,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cost: row.cost,
    currency: row.currency,
    failure: row.failure,
    at: row.at.toISOString(),
  };
}

export function presentCost(row: CostRow, name: string): ModelCost {
  return {
    agentId: row.agent_id,
    name,
    answers: row.answers,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cost: row.cost,
    currency: row.currency,
  };
}
