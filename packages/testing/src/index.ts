export { startLocalServer } from './server.ts';
export type { Clock, LocalServer, LocalServerOptions } from './server.ts';
