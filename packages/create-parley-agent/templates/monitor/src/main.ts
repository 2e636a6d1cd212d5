import { existsSync } from 'node:fs';
import { Agent, ResultsInFile, StoreInFile } from '@parley/agent-sdk';
import { withHandlers, type Kept } from './agent.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

const kept = { store: new StoreInFile('store.json'), results: new ResultsInFile('results.json') };
const restartUrl = process.env['RESTART_URL'] || null;
const agent = withHandlers(Agent.fromEnv<Kept>(process.env, kept), { fetch, restartUrl });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void agent.stop());
await agent.startRelay();
