import { routes } from '@parley/protocol';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { changeSettings } from './change-settings.ts';
import { presentSettings } from './present.ts';

/** Routes of the server's settings, and of the announcement that everybody sees. */
export function settingsRoutes(app: Core): HumanRoute[] {
  const { config, live, clock } = app;
  return [
    humanRoute(routes.listSettings, async () => ({ items: presentSettings(config, live) })),
    humanRoute(routes.changeSettings, async ({ caller, body, act }) => {
      await changeSettings(acting(app, act), caller.userId, body);
      return { items: presentSettings(config, live) };
    }),
    humanRoute(routes.getAnnouncement, async () => {
      const set = live.of('announcement');
      const isOver = set === undefined || Date.parse(set.until) <= clock.now();
      return { item: isOver ? null : set };
    }),
  ];
}
