import { Agent, get, type IncomingMessage } from 'node:http';

/** An open event stream that only counts, so that thousands of them weigh little. */
export interface Listener {
  /** Heartbeat events and comment lines so far. */
  readonly beats: number;
  readonly ended: boolean;
  /** Frames of an event so far. */
  count(event: string): number;
}

const agent = new Agent({ maxSockets: Infinity });

/** Opens a stream; `onDelivery` is given the id of each delivery that comes over it. */
export async function openListener(
  url: string,
  headers: Record<string, string>,
  onDelivery: (deliveryId: string) => void,
): Promise<Listener> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent }, resolve).on('error', reject);
  });
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  const counts = new Map<string, number>();
  let comments = 0;
  let ended = false;
  let pending = '';
  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    const blocks = (pending + text).split('\n\n');
    pending = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith(':')) comments++;
      const event = /^event: ?(.*)$/m.exec(block)?.[1];
      if (event === undefined) continue;
      counts.set(event, (counts.get(event) ?? 0) + 1);
      const id = /^id: ?(.*)$/m.exec(block)?.[1];
      if (event === 'delivery' && id !== undefined) onDelivery(id);
    }
  });
  response.on('error', () => undefined);
  response.on('close', () => (ended = true));
  return {
    get beats() {
      return comments + (counts.get('heartbeat') ?? 0);
    },
    get ended() {
      return ended;
    },
    count: (event) => counts.get(event) ?? 0,
  };
}
