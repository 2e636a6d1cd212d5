import { expect, it } from 'vitest';
import { DialError } from '../../../platform/dialing/dial-error.ts';
import { fakeClock } from '../../../testing/fake-clock.ts';
import { McpConnection } from './mcp-connection.ts';

it('§22 says of each call to a server that cannot be reached that it did nothing, also while the server rests', async () => {
  let attempts = 0;
  const connection = new McpConnection({
    clock: fakeClock(),
    onTools: () => undefined,
    open() {
      attempts += 1;
      throw new DialError('connection_failed', 'Nobody is there.');
    },
  });
  const call = () => connection.call('add', {}, new AbortController().signal, () => true);
  for (const _ of [1, 2, 3])
    expect(await call()).toMatchObject({ unreached: true, content: { code: 'provider_unavailable' } });
  expect(attempts).toBe(1);
});
