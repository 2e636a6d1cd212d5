import type { App } from '../chat/conversations/app.ts';
import type { Toolbox } from '../actions/tools/toolbox.ts';
import type { Offers } from './model.ts';
import type { ModelFetch } from './model-fetch.ts';

/** What the use cases of models need. */
export interface ModelsApp {
  readonly app: App;
  readonly offers: Offers;
  readonly fetch: ModelFetch;
  readonly toolbox: Pick<Toolbox, 'find' | 'known'>;
}
