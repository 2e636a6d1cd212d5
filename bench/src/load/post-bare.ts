import { Agent, request } from 'undici';

export interface BarePlan {
  readonly url: string;
  readonly connections: number;
  readonly count: number;
}

const body = JSON.stringify({
  version: '1',
  event: 'message.created',
  messages: [{ author: 'user', text: 'Could you look at the open orders of last week? '.repeat(6) }],
});

/** Posts as fast as undici can over kept-alive connections, with nothing before it and nothing after; gives posts a second. */
export async function postBare({ url, connections, count }: BarePlan): Promise<number> {
  const dispatcher = new Agent({ connections, pipelining: 1 });
  const headers = { 'content-type': 'application/json', 'x-delivery-id': 'bare', 'x-platform-signature': 'none' };
  let begun = 0;
  const post = async (until: number) => {
    while (begun < until) {
      begun++;
      const answer = await request(url, { method: 'POST', dispatcher, headers, body });
      await answer.body.dump();
    }
  };
  const postAll = (until: number) => Promise.all(Array.from({ length: connections }, () => post(until)));
  try {
    await postAll(connections * 4);
    begun = 0;
    const startedAt = performance.now();
    await postAll(count);
    return count / ((performance.now() - startedAt) / 1000);
  } finally {
    await dispatcher.close();
  }
}
