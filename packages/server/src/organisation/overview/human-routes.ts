import { routes } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { readOverview } from './read-overview.ts';

/** The route of the overview. */
export function overviewRoutes(app: Pick<App, 'storage' | 'clock' | 'config'>): HumanRoute[] {
  return [humanRoute(routes.getOverview, async () => ({ item: await readOverview(app) }))];
}
