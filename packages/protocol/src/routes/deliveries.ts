import { z } from 'zod';
import { ackAnswer, ackBody } from '../requests/agent-calls.ts';
import { deliveryState } from '../requests/agent-reads.ts';
import {
  agentConnection,
  deliveryLogEntry,
  deliveryLogItem,
  deliveryStatus,
  listenerAckBody,
} from '../requests/agents.ts';
import { itemOf, pageOf } from '../requests/pages.ts';
import { choiceQuery, pageQuery, textQuery } from './query.ts';
import { agent, human } from './route.ts';

/** The owner's delivery log, and the relay stream of deliveries. */
export const deliveryRoutes = {
  listDeliveries: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/deliveries',
    summary: 'The delivery log of your agent, newest first: metadata only, never a body.',
    doc: '`handlerError` is `{at, reason}` if the agent reported that it could not answer, else null.',
    query: z.object({
      status: choiceQuery('status', deliveryStatus.options, 'In this state only.'),
      ...pageQuery.shape,
    }),
    answer: { status: 200, json: pageOf(deliveryLogEntry) },
    refusals: ['agent_not_found'],
  }),
  getDelivery: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/deliveries/{deliveryId}',
    summary: 'One delivery of your agent with its attempts.',
    doc:
      '`via` is `listener` for an attempt sent to you as the listener, else `agent`. `traceId` is the trace id in 32 hex digits, or ' +
      'null.',
    answer: { status: 200, json: itemOf(deliveryLogItem) },
    refusals: ['agent_not_found', 'delivery_not_found'],
  }),
  getConnection: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/connection',
    summary: 'Whether deliveries reach your agent.',
    doc:
      'With the relay, `connected` means an open stream and `lost` none. With webhooks the last attempt decides: 2xx is `connected`, ' +
      'another status `refusing`, no answer `lost`. `never` means that there was neither a stream nor an attempt.\n\n' +
      '`listening` is the oldest stream on which you listen, or null: `by` is `session` or `token`, `name` the token’s name or the ' +
      'session’s `User-Agent` at sign-in, null without one.',
    answer: { status: 200, json: itemOf(agentConnection) },
    refusals: ['agent_not_found'],
  }),
  replayDelivery: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/deliveries/{deliveryId}/replay',
    summary: 'Retry a delivery with a new set of attempts under the same delivery id.',
    doc:
      'Attempt numbers continue. A delivery that is being sent already is left alone. One of a person who blocks the agent is ' +
      '`delivery_withdrawn` until the block ends.',
    answer: { status: 202, json: itemOf(deliveryLogItem) },
    refusals: ['agent_not_found', 'delivery_not_found', 'delivery_body_erased', 'delivery_withdrawn'],
  }),
  listenToAgent: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/listen',
    summary: 'Listen to your agent: while this stream is open, its deliveries go to you.',
    doc:
      'The events are those of the relay stream, `ready`, `heartbeat` and `delivery`, except that `ready` has no credential and no ' +
      '`notice`. While the stream is open, first attempts, retries and replays go to it, and neither to the webhook nor to the agent’s ' +
      'own streams. They are signed with the agent’s newest live credential, so a program with its secret can verify them.\n\n' +
      'An agent has at most 5 such streams. Each delivery goes to one of them, 32 may be unacknowledged on each, and you acknowledge ' +
      'each within 10 seconds. The stream ends with the session or token that opened it, with the agent, or by `DELETE`; ' +
      'unacknowledged deliveries are sent again. It does not count as a stream of the agent in its connection.',
    answer: { status: 200, media: 'text/event-stream' },
    refusals: ['agent_not_found', 'too_many_streams'],
  }),
  endListening: human({
    method: 'DELETE',
    path: '/v1/agents/{agentId}/listen',
    summary: 'End every stream on which you listen to your agent, on all servers.',
    doc:
      'Deliveries go to the agent again. It also answers 204 if nobody listens. A program with a valid session or token may open a new ' +
      'stream.',
    answer: { status: 204 },
    refusals: ['agent_not_found'],
  }),
  ackListened: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/deliveries/{deliveryId}/ack',
    summary: 'Acknowledge a delivery to which you listen.',
    doc:
      '`error`, `statusCode` and `responseSnippet` appear in the delivery log. `matched` is whether the platform was still waiting, ' +
      'which it does for 10 seconds. A failed delivery is retried by the usual schedule.',
    body: listenerAckBody,
    answer: { status: 200, json: ackAnswer },
    refusals: ['agent_not_found', 'delivery_not_found'],
  }),
  openRelay: agent({
    method: 'GET',
    path: '/hooks/v1/stream',
    summary: 'The relay stream: ready, delivery and heartbeat events.',
    doc:
      'An agent has at most 5 streams. `heartbeat` comes every 15 seconds. `delivery` holds the same signed bytes that a webhook would ' +
      'get. Each delivery goes to one stream; 32 may be unacknowledged on each, and the rest waits in the database. Opening a stream ' +
      'makes deliveries due at once that failed because no stream was open, and, once each, deliveries that were lost with a broken ' +
      'stream.\n\n' +
      '`transport` is `webhook` or `relay`, as in the manifest. An agent on webhooks gets no deliveries over the stream, and `notice` ' +
      'says so. `?only=ready` ends the stream after `ready` and makes nothing due.',
    query: z.object({
      only: textQuery('`ready` ends the stream after that event; no delivery comes over it.'),
    }),
    answer: { status: 200, media: 'text/event-stream' },
    refusals: ['too_many_streams'],
    replayProtected: false,
  }),
  checkDelivery: agent({
    method: 'GET',
    path: '/hooks/v1/deliveries/{deliveryId}',
    summary: 'What a delivery still authorizes: scopes, replies and expiry.',
    doc: '`granted_scopes` are those of the person on whose behalf the delivery is. A stopped delivery has no replies left.',
    answer: { status: 200, json: deliveryState },
    refusals: ['delivery_not_found'],
    replayProtected: false,
  }),
  ackDelivery: agent({
    method: 'POST',
    path: '/hooks/v1/deliveries/{deliveryId}/ack',
    summary: 'Acknowledge a relayed delivery.',
    doc: '`matched` is whether the platform was still waiting. A late `accepted` still prevents the next attempt.',
    body: ackBody,
    answer: { status: 200, json: ackAnswer },
    refusals: ['delivery_not_found'],
    replayProtected: false,
  }),
} as const;
