import type { App } from '../chat/conversations/app.ts';
import { openModelFetch } from './model-fetch.ts';
import type { ModelsApp } from './models-app.ts';
import { readOffers } from './offers-file.ts';

/** Reads what the operator offers, and opens the way to models' addresses. Throws if the operator's file cannot be used. */
export function openModels(app: App, toolbox: ModelsApp['toolbox']): ModelsApp {
  return { app, toolbox, offers: readOffers(app.config), fetch: openModelFetch(app.config) };
}
