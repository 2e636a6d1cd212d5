import { routes } from '@parley/protocol';
import { findAgents } from '../accounts/agents/queries.ts';
import type { WithdrawScopes } from '../accounts/agents/put-manifest.ts';
import { acting } from '../platform/routing/acting.ts';
import { pageOf, readCursor, readNumberCursor } from '../platform/routing/pages.ts';
import { refuse } from '../platform/routing/refusal.ts';
import { humanRoute, type HumanRoute } from '../platform/routing/route.ts';
import { addModel } from './add-model.ts';
import { askAddress } from './ask-address.ts';
import { changeModel } from './change-model.ts';
import { toolsFor } from './model-tools.ts';
import type { ModelsApp } from './models-app.ts';
import { presentAnswer, presentCost, presentDay, presentListed, presentModel, presentOffer } from './present.ts';
import { removeModel } from './remove-model.ts';
import { requireModel } from './require-model.ts';
import { listCostsTo } from './cost-queries.ts';
import { listAnswersOf, listAnswersTo, listDays } from './usage-queries.ts';

/** Routes by which people add models, change them, and read what they cost. */
export function modelRoutes(models: ModelsApp, withdraw: WithdrawScopes): HumanRoute[] {
  const { app, offers } = models;
  const requireOn = () => {
    if (!app.config.models) refuse('models_off', { hint: 'The operator has set PARLEY_MODELS=off.' });
  };
  return [
    humanRoute(routes.listModelOffers, async () => {
      requireOn();
      return { items: [...offers.values()].map(presentOffer) };
    }),
    humanRoute(routes.listModelTools, async ({ caller }) => {
      requireOn();
      return { items: toolsFor(models, caller.handle) };
    }),
    humanRoute(routes.listModels, async ({ body: { url, key = null }, headers }) => {
      requireOn();
      const listed = await askAddress(models, { url, key }, headers);
      return presentListed(listed);
    }),
    humanRoute(routes.addModel, async ({ caller, body, headers, act }) => {
      requireOn();
      return addModel({ ...models, app: acting(app, act) }, caller, body, headers);
    }),
    humanRoute(routes.changeAgentModel, async ({ caller: { userId }, params: { agentId }, body, headers, act }) => {
      requireOn();
      const own = { ...models, app: acting(app, act) };
      return { item: await changeModel(own, { userId, agentId }, body, { headers, withdraw }) };
    }),
    humanRoute(routes.removeAgentModel, ({ caller, params, act }) =>
      removeModel(acting(app, act), caller.userId, params.agentId),
    ),
    ...readingRoutes(models),
  ];
}

function readingRoutes({ app, offers }: ModelsApp): HumanRoute[] {
  const { db } = app.storage;
  return [
    humanRoute(routes.getAgentModel, async ({ caller, params }) => {
      const { row } = await requireModel(db, caller.userId, params.agentId);
      return { item: presentModel(row, offers) };
    }),
    humanRoute(routes.listModelDays, async ({ caller, params, query: { limit, cursor } }) => {
      const { agent } = await requireModel(db, caller.userId, params.agentId);
      const rows = await listDays(db, { agentId: agent.agent_id, below: readDayCursor(cursor), limit: limit + 1 });
      return pageOf(rows, { limit, key: (row) => [row.day, row.currency], present: presentDay });
    }),
    humanRoute(routes.listModelAnswers, async ({ caller, params, query: { limit, cursor } }) => {
      const { agent } = await requireModel(db, caller.userId, params.agentId);
      const list = { below: readNumberCursor(cursor), limit: limit + 1 };
      const rows = await listAnswersOf(db, agent.agent_id, list);
      return pageOf(rows, { limit, key: (row) => [String(row.answer_no)], present: presentAnswer });
    }),
    humanRoute(routes.listAnswersToMe, async ({ caller, query: { limit, cursor, deliveryId = null } }) => {
      const list = { below: readNumberCursor(cursor), limit: limit + 1, deliveryId };
      const rows = await listAnswersTo(db, caller.userId, list);
      return pageOf(rows, { limit, key: (row) => [String(row.answer_no)], present: presentAnswer });
    }),
    humanRoute(routes.listModelCosts, async ({ caller, query: { month = monthAt(app.clock.now()) } }) => {
      const rows = await listCostsTo(db, caller.userId, { month, limit: mostCosts });
      const agents = await findAgents(db, [...new Set(rows.map((row) => row.agent_id))]);
      const names = new Map(agents.map((agent) => [agent.agent_id, agent.name]));
      return { month, items: rows.map((row) => presentCost(row, names.get(row.agent_id) ?? '')) };
    }),
  ];
}

/** More agents than a person writes to in a month. */
const mostCosts = 100;

const monthAt = (ms: number) => new Date(ms).toISOString().slice(0, 7);

function readDayCursor(cursor: string | undefined): readonly [string, string] | null {
  const parts = readCursor(cursor);
  if (parts === null) return null;
  const [day = '', currency = ''] = parts;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  return isDay ? [day, currency] : refuse('malformed_request', { message: 'The cursor is not one of this list.' });
}
