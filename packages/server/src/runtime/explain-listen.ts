import type { Config } from '../platform/settings/config.ts';

/**
 * Returns an error that explains why the server cannot listen and names the setting. Returns other errors unchanged.
 */
export function explainListen(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  const told = tell(String((error as { readonly code?: unknown }).code), host, port);
  return told === null ? error : new Error(told, { cause: error });
}

function tell(code: string, host: string, port: number): string | null {
  if (code === 'EADDRINUSE')
    return `Another program listens at ${host}:${port} already: set PARLEY_PORT to another port.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}: set PARLEY_PORT to one from 1024 on.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host} (PARLEY_HOST).`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `There is no host of the name ${host} (PARLEY_HOST).`;
  return null;
}
