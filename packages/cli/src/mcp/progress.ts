import type { ServerContext } from '@modelcontextprotocol/server';

/** Less than any client waits for the next sign of a call. */
const everyMs = 5000;

/**
 * Tells a client that asked for progress that a person is still waited for, at once and every 5 seconds, until `work` is over. A client
 * that counts its patience from there may wait longer than it usually does.
 */
export async function withProgress<T>(ctx: ServerContext, seconds: number, work: Promise<T>): Promise<T> {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined || seconds === 0) return work;
  const began = Date.now();
  const tell = () => {
    const progress = Math.min((Date.now() - began) / 1000, seconds);
    const params = { progressToken, progress, total: seconds, message: 'Waiting for the person in Parley.' };
    // A client that is gone hears of nothing; its call ends by its signal.
    ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  tell();
  const timer = setInterval(tell, everyMs);
  return work.finally(() => clearInterval(timer));
}
