import pg from 'pg';
import type { ServerKind } from '../../settings/hosts-of-url.ts';
import { isConnectionLoss } from '../transient.ts';
import { askServer, objectionTo, type Standing } from './ask-server.ts';
import { addressOf, type Place } from './place.ts';

/** None of the servers can be used now. Counts as a lost connection: one may be promoted at any moment. */
export class NoUsableServer extends Error {
  /** SQLSTATE: the client could not establish the connection. */
  readonly code = '08001';

  constructor(reasons: readonly string[]) {
    super(`No server that takes writes: ${reasons.join('; ')}`);
    this.name = 'NoUsableServer';
  }
}

interface Found {
  readonly place: Place;
  readonly timeline: string | null;
}

type Answer = { readonly place: Place } & ({ readonly standing: Standing } | { readonly error: Error });

/** A server that stays silent for longer counts as down. */
const ANSWER_WITHIN_MS = 2_000;

/**
 * Asks all servers at once and returns the one with the newest timeline among those of the kind; the first of several
 * with the same. Takes 2 seconds at most. Rejects with `NoUsableServer`, or with the first server's error if all fail
 * in a way that waiting does not change, such as a wrong password.
 */
export async function findServer(places: readonly Place[], kind: ServerKind, newestTimeline: string): Promise<Found> {
  const answers = await Promise.all(places.map(ask));
  let found: Found | null = null;
  const reasons: string[] = [];
  for (const answer of answers) {
    const { place } = answer;
    const objection = 'error' in answer ? answer.error.message : objectionTo(answer.standing, kind, newestTimeline);
    if (objection !== null)
      reasons.push(`${addressOf(place)} ${'error' in answer ? `fails (${objection})` : objection}`);
    else if ('standing' in answer) found = newer(found, { place, timeline: answer.standing.timeline }, kind);
  }
  if (found !== null) return found;
  const [first] = answers;
  const areAllWrong = answers.every((answer) => 'error' in answer && !isConnectionLoss(answer.error));
  if (areAllWrong && first !== undefined && 'error' in first) throw first.error;
  throw new NoUsableServer(reasons);
}

function newer(before: Found | null, next: Found, kind: ServerKind): Found {
  if (before === null) return next;
  return kind !== 'any' && (next.timeline ?? '') > (before.timeline ?? '') ? next : before;
}

async function ask(place: Place): Promise<Answer> {
  const client = new pg.Client({
    connectionString: place.url,
    application_name: 'parley',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { place, standing: await askServer(client) };
  } catch (error) {
    return { place, error: error as Error };
  } finally {
    client.end().catch(() => undefined);
  }
}
