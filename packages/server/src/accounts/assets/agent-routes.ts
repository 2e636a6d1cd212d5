import { routes } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { agentRoute, type AgentRoute } from '../../platform/routing/route.ts';
import { presentUpload } from './present.ts';
import { storeUpload } from './store-upload.ts';
import type { AssetStore } from './store.ts';

/** Routes for uploads of agents. */
export function agentUploadRoutes(app: Core, store: AssetStore): AgentRoute[] {
  return [
    agentRoute(routes.uploadAgentAsset, async ({ agent, file, headers }) => {
      const filename = readFilename(headers['x-filename']);
      return presentUpload(await storeUpload(app, store, agent.agentId, { ...file, filename }));
    }),
  ];
}

/**
 * Decodes the file name. Headers are ASCII, so a name in another script is percent-encoded. An invalid encoding is kept
 * as the literal name.
 */
function readFilename(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x20-\x7e]{0,3000}$/.test(header)) {
    return refuse('malformed_request', {
      message: 'X-Filename is printable ASCII.',
      hint: 'Percent-encode a name that holds other characters.',
    });
  }
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}
