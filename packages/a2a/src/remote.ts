import type { AgentCard } from '@a2a-js/sdk';
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
  type Client,
} from '@a2a-js/sdk/client';

/** The card of a remote agent: the card itself, its address, or the address below which `.well-known/agent-card.json` is. */
export type CardSource = URL | string | AgentCard;

/** Returns a function that connects to the remote agent on first use. After a failure to read the card, the next call tries again. */
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
  // Agents of protocol 0.3 are supported too.
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
