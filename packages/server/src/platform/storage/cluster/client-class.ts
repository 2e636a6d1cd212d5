import pg from 'pg';
import { askServer } from './ask-server.ts';
import { clusterOf, destroy, type Cluster } from './cluster.ts';
import { placesOf } from './place.ts';

/**
 * Returns the driver's class of clients for a URL, and the connection string to construct them with. If the URL names
 * several hosts, `connect` takes the one that can be used (`Cluster`).
 */
export function clientClass(databaseUrl: string): {
  readonly Client: typeof pg.Client;
  readonly connectionString: string;
} {
  const cluster = clusterOf(databaseUrl);
  if (cluster === null) return { Client: pg.Client, connectionString: databaseUrl };
  const [first] = placesOf(databaseUrl);
  return { Client: classFor(cluster), connectionString: first?.url ?? databaseUrl };
}

type Done = (error: Error | null, client?: pg.Client) => void;

function classFor(cluster: Cluster): typeof pg.Client {
  class ClusterClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(done: Done): void;
    override connect(done?: Done): Promise<pg.Client> | void {
      const connecting = this.#connect();
      if (done === undefined) return connecting;
      connecting.then(() => done(null, this), done);
    }

    async #connect(): Promise<pg.Client> {
      // Nobody else listens yet, and an `error` event without a listener ends the process.
      this.on('error', () => undefined);
      const place = await cluster.find();
      this.host = place.host;
      this.port = place.port;
      try {
        await super.connect();
        cluster.admit(this, place, await askServer(this));
        return this;
      } catch (error) {
        cluster.forget(place);
        destroy(this);
        throw error;
      }
    }
  }
  return ClusterClient;
}
