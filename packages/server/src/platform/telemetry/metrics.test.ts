import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { version } from '../settings/version.ts';

describe('metrics', () => {
  it('are counted, timed and labelled', async () => {
    const metrics = createMetrics();
    metrics.requestEnded({ door: 'human', route: '/v1/agents/:agentId', status: 404, seconds: 0.003 });
    metrics.refused('agent', 'rate_limited');
    metrics.attemptEnded('delivered', 'relay', 0.2);
    metrics.attemptEnded('delivered', 'relay', 0.4);
    metrics.attemptEnded('timeout', 'webhook', 10);
    metrics.deliveriesEnded({ delivered: 7, quarantined: 1 });
    metrics.resultsDropped(2);
    metrics.batchRan('send', 64);
    metrics.signalsSent(3);
    metrics.streamOpened('browser');
    metrics.streamOpened('browser');
    metrics.streamClosed('browser');
    metrics.connected(0.003);
    const lines = (await metrics.render()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'parley_http_request_duration_seconds_bucket{le="0.0025",door="human",route="/v1/agents/:agentId",status="4xx"} 0',
        'parley_http_request_duration_seconds_bucket{le="0.005",door="human",route="/v1/agents/:agentId",status="4xx"} 1',
        'parley_refusals_total{door="agent",code="rate_limited"} 1',
        'parley_delivery_attempts_total{outcome="delivered",transport="relay"} 2',
        'parley_delivery_attempts_total{outcome="timeout",transport="webhook"} 1',
        'parley_delivery_attempt_duration_seconds_bucket{le="0.25",transport="relay"} 1',
        `parley_build_info{version="${version}"} 1`,
        'parley_deliveries_ended_total{end="delivered"} 7',
        'parley_deliveries_ended_total{end="failed"} 0',
        'parley_deliveries_ended_total{end="quarantined"} 1',
        'parley_late_results_total 2',
        'parley_batch_size_sum{batcher="send"} 64',
        'parley_signals_sent_total 3',
        'parley_open_streams{kind="browser"} 1',
        'parley_open_streams{kind="relay"} 0',
        'parley_database_connection_wait_seconds_bucket{le="0.005"} 1',
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
});
