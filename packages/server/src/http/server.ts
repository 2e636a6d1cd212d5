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
import type { Backups } from '../organisation/backups/make-backup.ts';
import type { Providers } from '../organisation/oidc/providers.ts';
import type { App } from '../chat/conversations/app.ts';
import type { Metrics } from '../platform/telemetry/metrics.ts';
import { Refused } from '../platform/routing/refusal.ts';
import type { Toolbox } from '../actions/tools/toolbox.ts';
import type { ModelsApp } from '../models/models-app.ts';
import { sharedAddresses } from './limits/address-group.ts';
import { agentDoor } from './doors/agent-door.ts';
import { boundAnswers } from './limits/answer-budget.ts';
import { answerStrangeHost } from './pages/answer-strange-host.ts';
import { boundConnections } from './limits/connection-bounds.ts';
import { contractRoutes } from './contract/contract-routes.ts';
import { answerError, casingOf } from './errors.ts';
import { logFloods, type NoteRefusal } from './limits/log-floods.ts';
import { guideRoutes } from './pages/guide-routes.ts';
import { packageRoutes } from './pages/package-routes.ts';
import { refuseEncodedBodies } from './doors/head-rules.ts';
import { healthRoutes } from './health.ts';
import { humanDoor } from './doors/human-door.ts';
import { authorizeHosts, refuseStrangeHosts, type HostPolicy } from './pages/known-hosts.ts';
import { createOpenStreams, type OpenStreams } from './streams/open-streams.ts';
import { answerParserErrors } from './parser-errors.ts';
import { createReadTurns } from './limits/read-turns.ts';
import { signInThrottle } from '../accounts/users/sign-in-throttle.ts';
import { agentDoorRoutes, humanRoutes } from './routes.ts';
import { scimDoor } from './doors/scim-door.ts';
import { scimRoutes } from '../organisation/scim/scim-routes.ts';
import { schemaRoutes } from './contract/schema-routes.ts';
import { carefulHeaders, securityHeaders } from './pages/security-headers.ts';
import { traceRequests } from './trace-requests.ts';
import { endUnreadAnswers } from './limits/unread-answers.ts';
import { bodyDeadline } from './limits/upload-bounds.ts';
import { pageNotFound, webApp } from './pages/web-app.ts';
import { wellKnownRoute } from './contract/well-known-route.ts';

export interface HttpServer {
  readonly fastify: FastifyInstance;
  readonly streams: OpenStreams;
  /** Makes /readyz fail while the server still serves requests. */
  announceStop(): void;
  /** Refuses new requests from now on, except acknowledgements. */
  startDraining(): void;
}

const headersTimeoutMs = 10_000;
/** How often Node checks its deadlines. The default is every 30 seconds. */
const deadlinesCheckedMs = 1_000;
const bodyBounds = { ms: 30_000, bytesPerSecond: 16 * 1024 };
const unreadMs = 60_000;
const answerBytes = { most: 64 * 1024 * 1024, mostOfOneCaller: 16 * 1024 * 1024 };
/** The embedded database has one connection, PostgreSQL ten. */
const readsAtOnce = { pglite: 2, postgres: 4 };
const mostReadsWaiting = 1000;
/** Time for an upload of 25 MiB over a slow connection. */
const requestTimeoutMs = 5 * 60_000;

/** Creates the HTTP server with the routes of people and agents, the published contract and the web app. */
export async function createHttpServer(
  app: App,
  toolbox: Toolbox,
  models: ModelsApp,
  backups: Pick<Backups, 'start'>,
  providers: Providers,
): Promise<HttpServer> {
  const { metrics } = app;
  const streams = createOpenStreams(metrics);
  let isLeaving = false;
  let draining = false;
  app.readiness.add(() => (isLeaving ? ['stopping'] : []));
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
  refuseEncodedBodies(server);
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
  measureRequests(server, metrics, logFloods(app));
  const throttle = signInThrottle(app);
  const forPeople = humanRoutes(app, models, throttle, backups, providers);
  const forAgents = agentDoorRoutes(app, toolbox);
  const turns = createReadTurns({ atOnce: readsAtOnce[app.storage.kind], mostWaiting: mostReadsWaiting });
  await server.register(async (door) => humanDoor(door, app, forPeople, streams, turns, throttle));
  await server.register(async (door) => agentDoor(door, app, forAgents, streams, turns));
  await server.register(async (door) => scimDoor(door, app, scimRoutes(app)));
  await server.register(async (scope) => contractRoutes(scope, app));
  await server.register(async (scope) => guideRoutes(scope));
  await server.register(async (scope) => packageRoutes(scope));
  await server.register(async (scope) => healthRoutes(scope, app));
  await server.register(async (scope) => schemaRoutes(scope, app.config.baseUrl));
  await server.register(async (scope) => wellKnownRoute(scope, app));
  await webApp(server);
  server.addHook('preClose', () => streams.closeAll(0));
  return {
    fastify: server,
    streams,
    announceStop: () => {
      isLeaving = true;
    },
    startDraining: () => {
      draining = true;
    },
  };
}

/** Creates Fastify with this server's deadlines, and with refusals for errors that no hook sees. */
function bareServer(app: App, careful: Readonly<Record<string, string>>, authorizeHost: HostPolicy): FastifyInstance {
  // Fastify's own start messages are omitted, because the server logs its start itself.
  const level = app.log.level === 'info' ? 'warn' : app.log.level;
  const loggerInstance: FastifyBaseLogger = app.log.child({}, { level });
  const server: FastifyInstance = fastify({
    loggerInstance,
    // A logger per request costs more than most requests. The few log lines of a request contain its id.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.jsonBodyBytes,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: deadlinesCheckedMs,
      // A request without a host is refused here, in the form of all refusals.
      requireHostHeader: false,
    },
    connectionTimeout: 0,
    routerOptions: { maxParamLength: 4000 },
    exposeHeadRoutes: true,
    genReqId: () => randomUUID(),
    // A path that cannot be decoded. No hook has run.
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ ...careful, 'x-request-id': request.id });
      const strange = authorizeHost(request);
      if (strange !== null) void answerStrangeHost(strange, request, reply);
      else void answerNotFound(request, reply);
    },
    clientErrorHandler: answerParserErrors(careful),
    forceCloseConnections: true,
    trustProxy: app.config.trustedProxies === '' ? false : app.config.trustedProxies,
  });
  // Ignores an unknown Expect header, as HTTP allows. Otherwise Node would answer it.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  return server;
}

/** Answers a request that has no route. */
function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerError(new Refused({ code: 'not_found' }), request, reply, casingOf(request));
}

/** Records the metrics of each request. For a stream, this runs when it ends. */
function measureRequests(server: FastifyInstance, metrics: Metrics, noteRefusal: NoteRefusal): void {
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const door = route.startsWith('/v1/') ? 'human' : route.startsWith('/hooks/') ? 'agent' : 'other';
    if (reply.refusalCode !== null) {
      metrics.refused(door, reply.refusalCode);
      noteRefusal(request, reply.refusalCode);
    }
    metrics.requestEnded({ door, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
}

/** Keeps JSON bodies as bytes until the caller is authenticated. */
function jsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
