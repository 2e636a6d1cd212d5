import type { AgentTransport, Manifest } from '@parley/protocol';
import type { Person } from '../people/person.ts';
import type { Network } from './network.ts';
import type { Registered } from './tested-agent.ts';
import { openWebhook } from './webhook-front.ts';

interface Registration {
  readonly manifest?: object;
  readonly transport?: AgentTransport;
  readonly owner: Person;
  readonly network: Network;
  /** How many agents there are already, for a name of its own. */
  readonly number: number;
  readonly baseUrl: string;
}

/** Registers an agent as its owner would, with a webhook on this machine where it has none of its own. */
export async function registerAgent(registration: Registration): Promise<Registered> {
  const { owner, network, number, baseUrl } = registration;
  const handle = number === 0 ? 'agent' : `agent${number + 1}`;
  const { $schema: _, ...given } = (registration.manifest ?? {}) as Partial<Manifest> & { $schema?: string };
  const asked: Manifest = {
    version: '1',
    handle,
    name: named(given.handle ?? handle),
    description: 'An agent under test.',
    transport: 'relay',
    requested_scopes: [],
    access: 'public',
    ...given,
  };
  const transport = registration.transport ?? asked.transport;
  const webhook =
    transport === 'webhook' && (registration.transport || !asked.webhook_url) ? await openWebhook(network) : null;
  const manifest = { ...asked, transport, ...(webhook ? { webhook_url: webhook.url } : {}) };
  const { item, credential } = await owner.call('registerAgent', { body: { manifest } });
  const { credentialId, secret } = credential;
  return { credentials: { baseUrl, agentId: item.agentId, credentialId, secret }, manifest, owner, webhook };
}

const named = (handle: string) => handle.replace(/[-_]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
