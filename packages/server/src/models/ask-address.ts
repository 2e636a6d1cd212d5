import type { ListedModels } from '@parley/model';
import type { Refusal } from '@parley/protocol';
import { authorizeResolvedTarget } from '../platform/dialing/authorize-target.ts';
import { trustedBy } from '../platform/dialing/address-rule.ts';
import { parseAllowList } from '../platform/settings/address-ranges.ts';
import { configForRequest } from '../platform/routing/config-for-request.ts';
import { Refused, refuse } from '../platform/routing/refusal.ts';
import type { RequestHeaders } from '../platform/routing/route.ts';
import { modelPackage, type ModelPackage } from './model-package.ts';
import type { ModelsApp } from './models-app.ts';

/** An address to ask, with a key. */
interface Asked {
  readonly url: string;
  readonly key: string | null;
}

/**
 * Asks an address of a person's which models there are. Refuses an address that webhooks may not have either, one at
 * which no API answers, and a key that the API does not take.
 */
export async function askAddress(
  { app, fetch }: Pick<ModelsApp, 'app' | 'fetch'>,
  { url, key }: Asked,
  headers: RequestHeaders,
): Promise<ListedModels> {
  await authorize(url, configForRequest(app.config, headers));
  const models = await modelPackage();
  try {
    return await models.readModels({ url, fetch: fetch.fetch, ...(key === null ? {} : { key }) });
  } catch (error) {
    throw refusedBy(models, error);
  }
}

async function authorize(url: string, config: ModelsApp['app']['config']): Promise<void> {
  const scheme = URL.canParse(url) ? new URL(url).protocol : '';
  const allow = trustedBy(scheme, parseAllowList(config.webhookAllow), config.localWebhooks);
  const verdict = await authorizeResolvedTarget(url, allow);
  if (verdict.ok) return;
  refuse('model_address_refused', { path: '/url', hint: verdict.error.replaceAll('The webhook URL', 'The address') });
}

/** Turns a failure of the service into the refusal of the field that can mend it. Another error stays. */
function refusedBy({ ModelFailure }: ModelPackage, error: unknown): unknown {
  if (error instanceof TypeError)
    return new Refused({ code: 'model_address_refused', path: '/url', hint: error.message });
  if (!(error instanceof ModelFailure)) return error;
  const { kind, message, words } = error;
  const said = message.slice(words.length).trim();
  return new Refused({ ...fieldOf(kind), reason: kind, hint: `${hints[kind] ?? ''} ${said}`.trim() });
}

/** The words of a failure are for a room. These are for the person who enters the address. */
const hints: Readonly<Record<string, string>> = {
  key_missing: 'The service wants a key.',
  key_refused: 'Copy the key from the service once more.',
  address_wrong: 'There is no chat API at this address. Give its base address, which often ends with /v1.',
  redirected: 'The address leads to another one. Give that one.',
  unreachable: 'Nothing answers there. Start the service, or correct the address.',
  timeout: 'It said nothing for too long.',
  busy: 'It takes no more requests for the moment.',
  no_credit: 'There is no credit left at the service.',
};

function fieldOf(kind: string): Pick<Refusal, 'code' | 'path'> {
  if (kind === 'key_missing' || kind === 'key_refused') return { code: 'model_key_refused', path: '/key' };
  if (['address_refused', 'address_wrong', 'redirected'].includes(kind))
    return { code: 'model_address_refused', path: '/url' };
  return { code: 'model_unreachable', path: '/url' };
}
