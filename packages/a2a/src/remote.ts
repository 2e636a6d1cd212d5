import type { AgentCard } from '@a2a-js/sdk';
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
  type Client,
} from '@a2a-js/sdk/client';

/** Where a remote agent is found: its card, the address of that, or the address below which `.well-known/agent-card.json` is. */
export type CardSource = URL | string | AgentCard;

/** Makes a client of the remote agent when it is first needed. A card that could not be read is asked for again. */
export function remoteOf(card: CardSource, fetchImpl: typeof fetch): () => Promise<Client> {
  let client: Promise<Client> | null = null;
  return () => {
    client ??= connect(card, fetchImpl).catch((error: unknown) => {
      client = null;
      throw error;
    });
    return client;
  };
}

function connect(card: CardSource, fetchImpl: typeof fetch): Promise<Client> {
  // Agents of protocol 0.3 are spoken to as well.
  const options = { fetchImpl, legacyCompat: { enabled: true } };
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory(options), new RestTransportFactory(options)],
      cardResolver: new DefaultAgentCardResolver(options),
    }),
  );
  if (typeof card === 'object' && !(card instanceof URL)) return factory.createFromAgentCard(card);
  const { href } = new URL(card);
  return href.endsWith('.json') ? factory.createFromUrl(href, '') : factory.createFromUrl(href.replace(/\/*$/, '/'));
}
