import type { AgentId, ModelPrices, UserId } from '@parley/protocol';

/** What the server that runs a model last noted. `off` is none of them: a paused agent's model keeps its state. */
export type StoredState = 'waiting' | 'starting' | 'running' | 'failing';

/** A stored model: the operator's with `offer_id`, or one at `url`. */
export interface ModelRow {
  readonly agent_id: AgentId;
  readonly offer_id: string | null;
  readonly url: string | null;
  /** Sealed for the row `keyRowOf`. Null without a key. */
  readonly sealed_key: Buffer | null;
  readonly key_id: string | null;
  readonly model: string;
  readonly instructions: string | null;
  readonly tools: readonly string[];
  /** Whether it reads images. False with `offer_id`: the offer says it. */
  readonly images: boolean;
  readonly price_input: number | null;
  readonly price_output: number | null;
  readonly currency: string | null;
  /** Grows with each change, so that the server that runs the model starts it again. */
  readonly revision: number;
  readonly created_at: Date;
  /** The server that runs it: its node id. */
  readonly held_by: string | null;
  readonly state: StoredState;
  readonly state_at: Date;
  readonly failure_kind: string | null;
  readonly failure_message: string | null;
  readonly failure_at: Date | null;
}

/** What a person chose, and what a change replaces. */
export type ModelChoice = Pick<
  ModelRow,
  | 'offer_id'
  | 'url'
  | 'sealed_key'
  | 'key_id'
  | 'model'
  | 'instructions'
  | 'tools'
  | 'images'
  | 'price_input'
  | 'price_output'
  | 'currency'
>;

/** A model that the operator offers, as this server knows it. */
export interface Offer {
  readonly offerId: string;
  readonly name: string;
  readonly url: string;
  readonly key: string | null;
  readonly models: readonly string[];
  /** Answers a person and day. */
  readonly dailyLimit: number | null;
  readonly prices: ModelPrices | null;
  /** Whether its models read images. */
  readonly images: boolean;
}

export type Offers = ReadonlyMap<string, Offer>;

/** The name of the row that a key is sealed for. */
export const keyRowOf = (agentId: AgentId): string => `model key of ${agentId}`;

export function pricesOf(row: Pick<ModelRow, 'price_input' | 'price_output' | 'currency'>): ModelPrices | null {
  if (row.price_input === null || row.price_output === null) return null;
  return { input: row.price_input, output: row.price_output, currency: row.currency ?? 'USD' };
}

/** An answer to record. */
export interface AnswerRow {
  readonly agent_id: AgentId;
  readonly user_id: UserId;
  readonly conversation_id: string;
  readonly delivery_id: string;
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost: number | null;
  readonly currency: string | null;
  readonly failure: string | null;
  readonly at: Date;
}
