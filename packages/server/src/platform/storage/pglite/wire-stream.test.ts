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

function writeStatement(stream: WireStream): void {
  stream.cork();
  stream.write(Buffer.from('Parse;'));
  stream.write(Buffer.from('Sync;'));
  stream.uncork();
}

it('carries what is written of a transaction in one turn in one message, and what comes later in another', async () => {
  const { stream, sent } = await openStream();
  stream.write(Buffer.from('Qbegin;'));
  await Promise.resolve();
  writeStatement(stream);
  await Promise.resolve();
  stream.write(Buffer.from('Qcommit;'));
  expect(sent).toEqual([]);
  await turn();
  expect(sent).toEqual(['Qbegin;Parse;Sync;Qcommit;']);
  stream.write(Buffer.from('Qbegin;'));
  await turn();
  expect(sent).toEqual(['Qbegin;Parse;Sync;Qcommit;', 'Qbegin;']);
});

it('carries a statement of no transaction at once', async () => {
  const { stream, sent } = await openStream();
  writeStatement(stream);
  expect(sent).toEqual(['Parse;Sync;']);
});

it('keeps the goodbye of a connection from the database, also behind its last statement', async () => {
  const { stream, sent } = await openStream();
  stream.write(Buffer.from('Qrollback;'));
  stream.end(goodbye);
  await turn();
  expect(sent).toEqual(['Qrollback;', '(end)']);
});
