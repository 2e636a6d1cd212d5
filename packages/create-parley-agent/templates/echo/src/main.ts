import { existsSync } from 'node:fs';
import { Agent } from '@parley/agent-sdk';
import { withHandlers } from './agent.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

const agent = withHandlers(Agent.fromEnv(process.env));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void agent.stop());
await agent.startRelay();
