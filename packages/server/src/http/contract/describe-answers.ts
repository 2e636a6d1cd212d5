import type { RouteName, RouteRow } from '@parley/protocol';
import { answerExamples } from './examples/answers.ts';
import { describeRefusals } from './describe-refusals.ts';
import { headers, withRequestId } from './headers.ts';
import { servesFile } from './parameters.ts';
import type { Json, NamedSchemas } from './schemas.ts';

/** Describes every answer of a route by status: the success and the refusals. */
export function describeAnswers(name: RouteName, route: RouteRow, schemas: NamedSchemas): Record<string, Json> {
  const { status, also = status } = route.answer;
  const well = (code: keyof typeof descriptions) => wellAnswer(name, route, schemas, descriptions[code]);
  const answers = servesFile(route) ? fileAnswers(route) : { [also]: well(also), [status]: well(status) };
  return { ...answers, ...describeRefusals(route) };
}

const descriptions = {
  200: 'Done.',
  201: 'Made.',
  202: 'Accepted.',
  204: 'Done; there is nothing more to say.',
  302: 'The browser goes to the provider.',
  303: 'The browser goes on.',
} as const;

function wellAnswer(name: RouteName, route: RouteRow, schemas: NamedSchemas, description: string): Json {
  const { json, media } = route.answer;
  const answer = {
    description,
    headers: withRequestId({
      ...(route.idempotency ? headers('Idempotency-Replayed') : {}),
      ...(route.answer.status > 299 ? headers('Location') : {}),
      ...(setsCookie.has(name) ? headers('Set-Cookie') : {}),
    }),
  };
  if (json) {
    const example = (answerExamples as Readonly<Record<string, unknown>>)[name];
    return { ...answer, content: { 'application/json': { schema: schemas.describe(json), example } } };
  }
  if (media === undefined) return answer;
  return { ...answer, content: { [media]: { schema: { type: 'string', description: streams.get(name) } } } };
}

const setsCookie: ReadonlySet<RouteName> = new Set<RouteName>([
  'signUp',
  'setUp',
  'signIn',
  'signOut',
  'endSession',
  'startOidc',
  'finishOidc',
  'linkIdentity',
  'signInByPasskey',
]);

const streams: ReadonlyMap<RouteName, string> = new Map<RouteName, string>([
  ['streamEvents', 'Frames of `id`, `event` (a BrowserEventType) and `data` (a BrowserEvent).'],
  ['streamFeed', 'Frames of `id`, `event` (a BrowserEventType, or `feedReady`) and `data` (a FeedEvent).'],
  [
    'openRelay',
    'Frames of `event` and `data`: `ready` (RelayReady), `delivery` (RelayDelivery), `heartbeat` (RelayHeartbeat).',
  ],
]);

function fileAnswers({ answer }: RouteRow): Record<string, Json> {
  const content = { [answer.media ?? '*/*']: { schema: { type: 'string', format: 'binary' } } };
  const always = headers('ETag', 'Accept-Ranges');
  const withBytes = { ...always, ...headers('Content-Disposition') };
  return {
    '200': { description: 'All of the bytes.', headers: withRequestId(withBytes), content },
    '206': {
      description: 'The range that was asked for.',
      headers: withRequestId({ ...withBytes, ...headers('Content-Range') }),
      content,
    },
    '304': { description: 'What the caller has is what is there.', headers: withRequestId(always) },
  };
}
