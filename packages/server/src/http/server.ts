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
import type { App } from '../conversations/app.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { Refused } from '../routing/refusal.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { sharedAddresses } from './address-group.ts';
import { agentDoor } from './agent-door.ts';
import { boundAnswers } from './answer-budget.ts';
import { boundConnections } from './connection-bounds.ts';
import { contractRoutes } from './contract/contract-routes.ts';
import { answerError, casingOf } from './errors.ts';
import { guideRoutes } from './guide-routes.ts';
import { healthRoutes } from './health.ts';
import { humanDoor } from './human-door.ts';
import { authorizeHosts, refuseStrangeHosts, type HostPolicy } from './known-hosts.ts';
import { createOpenStreams, type OpenStreams } from './open-streams.ts';
import { answerParserErrors } from './parser-errors.ts';
import { createReadTurns } from './read-turns.ts';
import { agentDoorRoutes, humanRoutes } from './routes.ts';
import { schemaRoutes } from './schema-routes.ts';
import { carefulHeaders, securityHeaders } from './security-headers.ts';
import { traceRequests } from './trace-requests.ts';
import { endUnreadAnswers } from './unread-answers.ts';
import { bodyDeadline } from './upload-bounds.ts';
import { pageNotFound, webApp } from './web-app.ts';
import { wellKnownRoute } from './well-known-route.ts';

export interface HttpServer {
  readonly fastify: FastifyInstance;
  readonly streams: OpenStreams;
  /** From now on the server says that it is not ready, and serves all the same. */
  announceStop(): void;
  /** From now on new requests are told to go elsewhere; acknowledgements still count. */
  startDraining(): void;
}

const headersTimeoutMs = 10_000;
/** Node looks at its deadlines only this often, and twice a minute unless it is told. */
const deadlinesCheckedMs = 1_000;
const bodyBounds = { ms: 30_000, bytesPerSecond: 16 * 1024 };
const unreadMs = 60_000;
const answerBytes = { most: 64 * 1024 * 1024, mostOfOneCaller: 16 * 1024 * 1024 };
/** The embedded database has one connection, a server of PostgreSQL ten. */
const readsAtOnce = { pglite: 2, postgres: 4 };
const mostReadsWaiting = 1000;
/** Time for an upload of 25 MiB over a slow line. */
const requestTimeoutMs = 5 * 60_000;

/** The HTTP server with its two doors, the published contract and the web app. */
export async function createHttpServer(app: App, toolbox: Toolbox): Promise<HttpServer> {
  const { metrics } = app;
  const streams = createOpenStreams(metrics);
  let leaving = false;
  let draining = false;
  const careful = carefulHeaders(app.config);
  const authorizeHost = authorizeHosts(app.config);
  const server = bareServer(app, careful, authorizeHost);
  server.decorateReply('refusalCode', null);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  securityHeaders(server, app.config);
  const { maxConnections: most, maxConnectionsPerAddress: mostOfOneAddress, trustedProxies } = app.config;
  const isShared = sharedAddresses(trustedProxies);
  boundConnections(server, { most, mostOfOneAddress, isShared }, metrics);
  refuseStrangeHosts(server, authorizeHost);
  traceRequests(server);
  boundAnswers(server, { ...answerBytes, isShared });
  endUnreadAnswers(server, unreadMs);
  bodyDeadline(server, { ...bodyBounds, headers: careful });
  server.addHook('onRequest', async (request, reply) => {
    if (draining && !request.url.endsWith('/ack')) {
      reply.header('connection', 'close');
      throw new Refused({ code: 'overloaded', message: 'The server is stopping.' });
    }
  });
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, casingOf(request)));
  server.setNotFoundHandler((request, reply) => {
    if (!pageNotFound(request, reply)) void answerNotFound(request, reply);
  });
  jsonBodies(server);

  await server.register(cookie);
  measureRequests(server, metrics);
  const forPeople = humanRoutes(app);
  const forAgents = agentDoorRoutes(app, toolbox);
  const turns = createReadTurns({ atOnce: readsAtOnce[app.storage.kind], mostWaiting: mostReadsWaiting });
  await server.register(async (door) => humanDoor(door, app, forPeople, streams, turns));
  await server.register(async (door) => agentDoor(door, app, forAgents, streams, turns));
  await server.register(async (scope) => contractRoutes(scope, app));
  await server.register(async (scope) => guideRoutes(scope));
  await server.register(async (scope) => healthRoutes(scope, app, () => leaving));
  await server.register(async (scope) => schemaRoutes(scope, app.config.baseUrl));
  await server.register(async (scope) => wellKnownRoute(scope, app));
  await webApp(server);
  server.addHook('preClose', () => streams.closeAll(0));
  return {
    fastify: server,
    streams,
    announceStop: () => {
      leaving = true;
    },
    startDraining: () => {
      draining = true;
    },
  };
}

/** Fastify with this server's deadlines, and with answers in one form to what no hook sees. */
function bareServer(app: App, careful: Readonly<Record<string, string>>, authorizeHost: HostPolicy): FastifyInstance {
  // What the framework has to say of its own start is said in plain words already.
  const level = app.log.level === 'info' ? 'warn' : app.log.level;
  const loggerInstance: FastifyBaseLogger = app.log.child({}, { level });
  const server: FastifyInstance = fastify({
    loggerInstance,
    // A logger for each request costs more than most requests; what little is logged of one names it.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.jsonBodyBytes,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: deadlinesCheckedMs,
      // A request without a host is refused here, in the form that refusals have.
      requireHostHeader: false,
    },
    connectionTimeout: 0,
    routerOptions: { maxParamLength: 4000 },
    exposeHeadRoutes: true,
    genReqId: () => randomUUID(),
    // An address that cannot be decoded: no hook has seen it.
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ ...careful, 'x-request-id': request.id });
      const misdirected = authorizeHost(request);
      if (misdirected) void answerError(misdirected, request, reply, casingOf(request));
      else void answerNotFound(request, reply);
    },
    clientErrorHandler: answerParserErrors(careful),
    forceCloseConnections: true,
    trustProxy: app.config.trustedProxies === '' ? false : app.config.trustedProxies,
  });
  // An expectation that nobody knows is left out of account, as HTTP allows; Node would answer it by itself.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  return server;
}

/** There is no such route, at whichever door. */
function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerError(new Refused({ code: 'not_found' }), request, reply, casingOf(request));
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
