import { describe, expect, test } from 'vitest';
import type { ReplyAnswer, SendableBlock } from '@parley/protocol';
import { chart, intent, list } from '../blocks.ts';
import { NetworkError, RefusedError } from '../errors.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import type { StreamPiece } from './draft.ts';
import { streamReply } from './stream-reply.ts';

const pie = chart({ chart_type: 'pie', x_key: 'k', series: [{ data_key: 'v' }], data: [{ k: 'a', v: 1 }] });

/** A stream whose sendings are recorded with their time, in milliseconds since its start. */
class Harness {
  readonly clock = new ManualClock();
  readonly sent: string[] = [];
  readonly ending = new AbortController();
  readonly #start = this.clock.now();
  sendPartial: (blocks: SendableBlock[]) => Promise<unknown> = () => Promise.resolve();

  run(source: AsyncIterable<StreamPiece>): Promise<ReplyAnswer> {
    return streamReply(source, {
      clock: this.clock,
      signal: this.ending.signal,
      closeEarly: (blocks) => Promise.resolve(this.sent.push(`closed ${outline(blocks)}`)),
      sendPartial: (blocks) => {
        this.sent.push(`${this.clock.now() - this.#start} ${outline(blocks)}`);
        return this.sendPartial(blocks);
      },
      sendFinal: (blocks) => {
        this.sent.push(`final ${outline(blocks)}`);
        return Promise.resolve({ message_id: 'msg_x', partial: false, agent_call: null });
      },
    });
  }

  /** Yields one piece every `ms` milliseconds. */
  async *every(ms: number, pieces: readonly StreamPiece[]): AsyncGenerator<StreamPiece> {
    for (const piece of pieces) {
      yield piece;
      await this.clock.sleep(ms);
    }
  }
}

const outline = (blocks: SendableBlock[]) =>
  blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join(' ');

describe('drafts', () => {
  test('go out at most every 125 ms, each with the newest text, and the final holds all of it', async () => {
    const harness = new Harness();
    const done = harness.run(harness.every(40, [...'abcdefgh']));
    await harness.clock.advance(1000);
    await done;
    expect(harness.sent).toEqual(['0 a', '125 abcd', '250 abcdefg', 'final abcdefgh']);
  });

  test('go out one at a time, and the final waits for the one on its way', async () => {
    const harness = new Harness();
    harness.sendPartial = () => harness.clock.sleep(500);
    const done = harness.run(harness.every(10, [...'abc']));
    await harness.clock.advance(400);
    expect(harness.sent).toEqual(['0 a']);
    await harness.clock.advance(200);
    await done;
    expect(harness.sent).toEqual(['0 a', 'final abc']);
  });

  test('hold no chart, and the final no intent', async () => {
    const harness = new Harness();
    const pieces = [intent('Counting'), 'Here', ' it is', pie, list('Also', ['x']), 'bye'];
    const done = harness.run(harness.every(200, pieces));
    await harness.clock.advance(2000);
    await done;
    expect(harness.sent.at(-2)).toBe('1000 [intent] Here it is [list] bye');
    expect(harness.sent.at(-1)).toBe('final Here it is [chart] [list] bye');
  });

  test('are not sent while there is nothing to show', async () => {
    const harness = new Harness();
    const done = harness.run(harness.every(200, ['', pie]));
    await harness.clock.advance(1000);
    await done;
    expect(harness.sent).toEqual(['final [chart]']);
  });

  test('continue in another block where one is full', async () => {
    const harness = new Harness();
    const done = harness.run(harness.every(1, ['x'.repeat(9_999), 'yz', '!']));
    await harness.clock.advance(500);
    await done;
    expect(harness.sent.at(-1)).toBe(`final ${'x'.repeat(9_999)}y z!`);
  });
});

describe('failures', () => {
  test('a draft that is lost does not end the stream; the next one comes a second later', async () => {
    const harness = new Harness();
    let isFirst = true;
    harness.sendPartial = () => {
      if (!isFirst) return Promise.resolve();
      isFirst = false;
      return Promise.reject(new NetworkError('gone', 1, null));
    };
    const done = harness.run(harness.every(300, [...'abcdef']));
    await harness.clock.advance(3000);
    await done;
    expect(harness.sent).toEqual(['0 a', '1000 abcd', '1200 abcde', '1500 abcdef', 'final abcdef']);
  });

  test('a draft that is refused ends the stream with the refusal', async () => {
    const harness = new Harness();
    const refusal = new RefusedError({ code: 'delivery_not_found', status: 404, message: 'Gone.' });
    harness.sendPartial = () => Promise.reject(refusal);
    const done = harness.run(harness.every(300, [...'abc'])).catch((error: unknown) => error);
    await harness.clock.advance(3000);
    expect(await done).toBe(refusal);
    expect(harness.sent).toEqual(['0 a']);
  });

  test('a source that throws ends the stream with what it threw, and without a final', async () => {
    const harness = new Harness();
    const done = harness.run(
      (async function* () {
        yield 'Once upon';
        await harness.clock.sleep(300);
        throw new Error('the model hung up');
      })(),
    );
    const failure = done.catch((error: unknown) => error);
    await harness.clock.advance(1000);
    expect(await failure).toMatchObject({ message: 'the model hung up' });
    expect(harness.sent).toEqual(['0 Once upon']);
  });

  test('a source that yields nothing is named, and nothing is sent', async () => {
    const harness = new Harness();
    const failure = harness.run(harness.every(1, [''])).catch((error: unknown) => error);
    await harness.clock.advance(1000);
    expect(await failure).toMatchObject({
      code: 'malformed_request',
      reason: 'empty_stream',
      message: expect.stringMatching(/ended without a single text or block.*Check what the source yields/),
    });
    expect(harness.sent).toEqual([]);
  });

  test('a source that yields intents only is named', async () => {
    const harness = new Harness();
    const failure = harness.run(harness.every(1, [intent('Thinking')])).catch((error: unknown) => error);
    await harness.clock.advance(1000);
    expect(await failure).toMatchObject({ message: expect.stringContaining('nothing but intent blocks') });
  });
});
