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

/** The owner's delivery log, and the relay over which deliveries go. */
export const deliveryRoutes = {
  listDeliveries: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/deliveries',
    summary: 'The delivery log of your agent, newest first: metadata only.',
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
    answer: { status: 200, json: itemOf(deliveryLogItem) },
    refusals: ['agent_not_found', 'delivery_not_found'],
  }),
  getConnection: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/connection',
    summary: 'Whether deliveries reach your agent.',
    doc:
      'An agent on the relay is `connected` with an open stream, else `lost`. One on webhooks goes by its last attempt: a 2xx ' +
      '`connected`, another answer `refusing`, none `lost`. `never`: there was neither a stream nor an attempt.',
    answer: { status: 200, json: itemOf(agentConnection) },
    refusals: ['agent_not_found'],
  }),
  replayDelivery: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/deliveries/{deliveryId}/replay',
    summary: 'Give a delivery a fresh set of attempts under the same delivery id.',
    answer: { status: 202, json: itemOf(deliveryLogItem) },
    refusals: ['agent_not_found', 'delivery_not_found', 'delivery_body_erased', 'delivery_withdrawn'],
  }),
  listenToAgent: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/listen',
    summary: 'Listen to your agent: while this stream is open, its deliveries go over it.',
    doc:
      'The events `ready`, `delivery` and `heartbeat` and their data are those of the relay, and so are its bounds. Deliveries go here ' +
      'and neither to the webhook nor to streams of the agent itself, signed with the credential of the agent as ever; each is to be ' +
      'acknowledged within 10 seconds. At most 5 of these streams an agent. It ends with the session or token that opened it.',
    answer: { status: 200, media: 'text/event-stream' },
    refusals: ['agent_not_found', 'too_many_streams'],
  }),
  ackListened: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/deliveries/{deliveryId}/ack',
    summary: 'Say how a delivery was taken to which you listen.',
    body: listenerAckBody,
    answer: { status: 200, json: ackAnswer },
    refusals: ['agent_not_found', 'delivery_not_found'],
  }),
  openRelay: agent({
    method: 'GET',
    path: '/hooks/v1/stream',
    summary: 'The relay stream: ready, delivery and heartbeat events.',
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
    summary: 'What a delivery of yours still authorizes: scopes, replies, until when.',
    answer: { status: 200, json: deliveryState },
    refusals: ['delivery_not_found'],
    replayProtected: false,
  }),
  ackDelivery: agent({
    method: 'POST',
    path: '/hooks/v1/deliveries/{deliveryId}/ack',
    summary: 'Say how the local handler took a relayed delivery.',
    body: ackBody,
    answer: { status: 200, json: ackAnswer },
    refusals: ['delivery_not_found'],
    replayProtected: false,
  }),
} as const;
