import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { limits } from '@parley/protocol';
import type { App } from '../app.ts';
import type { Metrics } from '../metrics.ts';
import { Refused } from '../refusal.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { sharedAddresses } from './address-group.ts';
import { agentDoor } from './agent-door.ts';
import { boundConnections } from './connection-bounds.ts';
import { contractRoutes } from './contract/contract-routes.ts';
import { answerError } from './errors.ts';
import { healthRoutes } from './health.ts';
import { humanDoor } from './human-door.ts';
import { createOpenStreams, type OpenStreams } from './open-streams.ts';
import { agentDoorRoutes, humanRoutes } from './routes.ts';
import { schemaRoutes } from './schema-routes.ts';
import { securityHeaders } from './security-headers.ts';
import { traceRequests } from './trace-requests.ts';
import { bodyDeadline } from './upload-bounds.ts';
import { webApp } from './web-app.ts';

export interface HttpServer {
  readonly fastify: FastifyInstance;
  readonly streams: OpenStreams;
  /** From now on new requests are told to go elsewhere; acknowledgements still count. */
  startDraining(): void;
}

const headersTimeoutMs = 10_000;
/** Node looks at its deadlines only this often, and twice a minute unless it is told. */
const deadlinesCheckedMs = 1_000;
const bodyTimeoutMs = 30_000;
/** Time for an upload of 25 MiB over a slow line. */
const requestTimeoutMs = 5 * 60_000;

/** The HTTP server with its two doors, the published contract and the web app. */
export async function createHttpServer(app: App, toolbox: Toolbox): Promise<HttpServer> {
  const { metrics } = app;
  const streams = createOpenStreams(metrics);
  const loggerInstance: FastifyBaseLogger = app.log;
  let draining = false;
  const server: FastifyInstance = fastify({
    loggerInstance,
    // A logger for each request costs more than most requests; what little is logged of one names it.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.jsonBodyBytes,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: deadlinesCheckedMs },
    connectionTimeout: 0,
    routerOptions: { maxParamLength: 4000 },
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    // An address that cannot be decoded: no hook has seen it.
    frameworkErrors: (_error, request, reply) => {
      void answerNotFound(request, reply.header('x-request-id', request.id));
    },
    forceCloseConnections: true,
    trustProxy: app.config.trustedProxies === '' ? false : app.config.trustedProxies,
  });
  server.decorateReply('refusalCode', null);
  traceRequests(server);
  bodyDeadline(server, bodyTimeoutMs);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (draining && !request.url.endsWith('/ack')) {
      reply.header('connection', 'close');
      throw new Refused({ code: 'overloaded', message: 'The server is stopping.' });
    }
  });
  const { maxConnections: most, maxConnectionsPerAddress: mostOfOneAddress, trustedProxies } = app.config;
  boundConnections(server, { most, mostOfOneAddress, isShared: sharedAddresses(trustedProxies) }, metrics);
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, 'camel'));
  server.setNotFoundHandler(answerNotFound);
  jsonBodies(server);

  await securityHeaders(server, app.config);
  await server.register(cookie);
  measureRequests(server, metrics);
  const forPeople = humanRoutes(app);
  const forAgents = agentDoorRoutes(app, toolbox);
  await server.register(async (door) => humanDoor(door, app, forPeople, streams));
  await server.register(async (door) => agentDoor(door, app, forAgents, streams));
  await server.register(async (scope) => contractRoutes(scope, app, [...forPeople, ...forAgents]));
  await server.register(async (scope) => healthRoutes(scope, app));
  await server.register(async (scope) => schemaRoutes(scope, app.config.baseUrl));
  await server.register(async (scope) => webApp(scope));
  server.addHook('preClose', () => streams.closeAll(0));
  return {
    fastify: server,
    streams,
    startDraining: () => {
      draining = true;
    },
  };
}

/** There is no such route, at whichever door. */
function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const casing = request.url.startsWith('/hooks/') ? 'snake' : 'camel';
  return answerError(new Refused({ code: 'not_found' }), request, reply, casing);
}

/** Measures every request but streams, which end when they end. */
function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const door = route.startsWith('/v1/') ? 'human' : route.startsWith('/hooks/') ? 'agent' : 'other';
    if (reply.refusalCode !== null) metrics.refused(door, reply.refusalCode);
    metrics.requestEnded({ door, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
}

/** Bodies stay bytes until the door has decided who is calling. */
function jsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
