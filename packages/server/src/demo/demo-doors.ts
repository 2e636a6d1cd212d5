import type { FastifyInstance } from 'fastify';
import type { App } from '../chat/conversations/app.ts';
import { demoDoor } from './demo-door.ts';
import { demoLink } from './demo-link.ts';
import type { DemoWay } from './demo-sign-in.ts';

/** Both ways into the demo. `linkPath` is that of the printed link; null where there is no demo. */
export interface DemoDoors {
  readonly linkPath: string | null;
  openFor(demo: DemoWay): void;
}

/** Registers the button of the page of sign-in, and the link where the server has a demo. */
export function demoDoors(app: App, server: FastifyInstance): DemoDoors {
  const door = demoDoor(app, server);
  const link = app.config.demo ? demoLink(app, server) : null;
  return {
    linkPath: link?.path ?? null,
    openFor(demo) {
      for (const each of [door, link]) each?.openFor(demo);
    },
  };
}
