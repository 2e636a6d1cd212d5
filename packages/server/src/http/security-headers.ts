import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

export async function securityHeaders(_server: FastifyInstance, _config: Pick<Config, 'baseUrl'>): Promise<void> {}
