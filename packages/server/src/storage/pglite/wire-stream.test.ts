import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { WireStream } from './wire-stream.ts';

const goodbye = Buffer.from([0x58, 0, 0, 0, 4]);

async function openStream() {
  const sent: string[] = [];
  const far = { send: (bytes: Uint8Array) => sent.push(Buffer.from(bytes).toString()), end: () => sent.push('(end)') };
  const stream = new WireStream(() => Promise.resolve(far));
  await new Promise((resolve) => stream.connect().once('connect', resolve));
  return { stream, sent };
}

it('carries all that is written in one turn in one message, and what comes later in another', async () => {
  const { stream, sent } = await openStream();
  stream.write(Buffer.from('begin;'));
  await Promise.resolve();
  stream.cork();
  stream.write(Buffer.from('parse;'));
  stream.write(Buffer.from('sync;'));
  stream.uncork();
  await Promise.resolve();
  stream.write(Buffer.from('commit;'));
  expect(sent).toEqual([]);
  await turn();
  expect(sent).toEqual(['begin;parse;sync;commit;']);
  stream.write(Buffer.from('begin;'));
  await turn();
  expect(sent).toEqual(['begin;parse;sync;commit;', 'begin;']);
});

it('keeps the goodbye of a connection from the database, also behind its last statement', async () => {
  const { stream, sent } = await openStream();
  stream.write(Buffer.from('rollback;'));
  stream.end(goodbye);
  await turn();
  expect(sent).toEqual(['rollback;', '(end)']);
});
