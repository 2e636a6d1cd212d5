import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

describe('metrics', () => {
  it('are counted, timed and labelled', async () => {
    const metrics = createMetrics();
    metrics.requestEnded({ door: 'human', route: '/v1/agents/:agentId', status: 404, seconds: 0.003 });
    metrics.attemptEnded('delivered', 'relay');
    metrics.attemptEnded('delivered', 'relay');
    metrics.attemptEnded('timeout', 'webhook');
    metrics.batchRan('send', 64);
    metrics.signalsSent(3);
    metrics.streamOpened('browser');
    metrics.streamOpened('browser');
    metrics.streamClosed('browser');
    const lines = (await metrics.render()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'parley_http_request_duration_seconds_bucket{le="0.0025",door="human",route="/v1/agents/:agentId",status="4xx"} 0',
        'parley_http_request_duration_seconds_bucket{le="0.005",door="human",route="/v1/agents/:agentId",status="4xx"} 1',
        'parley_delivery_attempts_total{outcome="delivered",transport="relay"} 2',
        'parley_delivery_attempts_total{outcome="timeout",transport="webhook"} 1',
        'parley_batch_size_sum{batcher="send"} 64',
        'parley_signals_sent_total 3',
        'parley_open_streams{kind="browser"} 1',
        'parley_open_streams{kind="relay"} 0',
      ]),
    );
    expect(metrics.contentType).toMatch(/^text\/plain/);
  });

  it('tell how the process and its event loop are doing', async () => {
    const text = await createMetrics().render();
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  });

  it('are each server’s own', async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.signalsSent(5);
    expect(await other.render()).toContain('parley_signals_sent_total 0');
  });

  it('read the age of the oldest due delivery when they are asked for, and do without it when that fails', async () => {
    const metrics = createMetrics();
    let read = async () => 42;
    metrics.measureOldestDue(() => read());
    expect(await metrics.render()).toContain('parley_oldest_due_delivery_age_seconds 42\n');
    read = () => Promise.reject(new Error('no database'));
    const text = await metrics.render();
    expect(text).toMatch(/parley_oldest_due_delivery_age_seconds Nan/i);
    expect(text).toContain('parley_signals_sent_total 0');
  });
});
