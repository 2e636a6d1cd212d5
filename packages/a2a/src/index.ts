export { seatA2A } from './seat-a2a.ts';
export type { A2AOptions } from './seat-a2a.ts';
export { SessionsInFile, SessionsInMemory } from './sessions.ts';
export type { Session, SessionStore } from './sessions.ts';
