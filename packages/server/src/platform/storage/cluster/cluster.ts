import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { hostsOf, type ServerKind } from '../../settings/hosts-of-url.ts';
import { objectionTo, type Standing } from './ask-server.ts';
import { findServer, NoUsableServer } from './find-server.ts';
import { addressOf, placesOf, type Place } from './place.ts';

/** After a search that found nothing, this long passes until the next one. */
const PAUSE_MS = 200;

/**
 * The servers of a PostgreSQL URL, one of which takes writes. Knows which one it is, and searches again when a
 * connection to it fails. All connections of the process to the URL share it, so they never disagree.
 */
export class Cluster {
  readonly #places: readonly Place[];
  readonly #kind: ServerKind;
  readonly #open = new Map<pg.Client, Place>();
  #current: Place | null = null;
  #searching: Promise<Place> | null = null;
  /** The newest timeline of a server that was used. One with an older timeline is a primary that was replaced. */
  #timeline = '';

  constructor(places: readonly Place[], kind: ServerKind) {
    this.#places = places;
    this.#kind = kind;
  }

  /** Returns the server to connect to. Rejects as `findServer` does. */
  async find(): Promise<Place> {
    return this.#current ?? (await (this.#searching ??= this.#search()));
  }

  /**
   * Takes a new connection, or throws `NoUsableServer` because of what its server says of itself. Connections to other
   * servers are destroyed, because they lead to a server that was replaced.
   */
  admit(client: pg.Client, place: Place, standing: Standing): void {
    const objection = objectionTo(standing, this.#kind, this.#timeline);
    if (objection !== null) throw new NoUsableServer([`${addressOf(place)} ${objection}`]);
    this.#moveTo(place, standing.timeline);
    this.#open.set(client, place);
    client.once('end', () => this.#open.delete(client));
  }

  /** Forgets the server because a connection to it failed, so that the next one searches. */
  forget(place: Place): void {
    if (this.#current === place) this.#current = null;
  }

  async #search(): Promise<Place> {
    try {
      const { place, timeline } = await findServer(this.#places, this.#kind, this.#timeline);
      this.#moveTo(place, timeline);
      this.#searching = null;
      return place;
    } catch (error) {
      void pause(PAUSE_MS, undefined, { ref: false }).then(() => (this.#searching = null));
      throw error;
    }
  }

  #moveTo(place: Place, timeline: string | null): void {
    this.#current = place;
    if (timeline !== null && timeline > this.#timeline) this.#timeline = timeline;
    for (const [client, where] of this.#open) if (where !== place) destroy(client);
  }
}

/** By URL. A process has one or two. */
const clusters = new Map<string, Cluster>();

/** Returns the servers of a URL, or null if it names one host and says nothing of its kind. */
export function clusterOf(databaseUrl: string): Cluster | null {
  const { kind } = hostsOf(databaseUrl);
  if (kind === null) return null;
  const known = clusters.get(databaseUrl) ?? new Cluster(placesOf(databaseUrl), kind);
  clusters.set(databaseUrl, known);
  return known;
}

/** Breaks a connection at once, as a failure of the network does: an orderly end would wait for the server. */
export function destroy(client: pg.Client): void {
  (client.connection as unknown as { stream: { destroy(): void } }).stream.destroy();
}
