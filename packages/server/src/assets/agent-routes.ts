import { routes } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import { refuse } from '../routing/refusal.ts';
import { agentRoute, type AgentRoute } from '../routing/route.ts';
import { presentUpload } from './present.ts';
import { storeUpload } from './store-upload.ts';
import type { AssetStore } from './store.ts';

/** What agents upload. */
export function agentUploadRoutes(app: Core, store: AssetStore): AgentRoute[] {
  return [
    agentRoute(routes.uploadAgentAsset, async ({ agent, file, headers }) => {
      const filename = readFilename(headers['x-filename']);
      return presentUpload(await storeUpload(app, store, agent.agentId, { ...file, filename }));
    }),
  ];
}

/** A header is ASCII, so a name in another script is percent-encoded; a name that only looks encoded stands as it is. */
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
