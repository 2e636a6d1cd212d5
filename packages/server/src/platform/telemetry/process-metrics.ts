import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';

let shared: Metric[] | undefined;

/**
 * Adds the metrics of this process to a server's. All servers of a process share them: what watches the event loop and the garbage
 * collector cannot be ended, and would keep every server that had its own in memory.
 */
export function addProcessMetrics(registry: Registry): void {
  shared ??= watchProcess();
  for (const metric of shared) registry.registerMetric(metric);
}

function watchProcess(): Metric[] {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry.getMetricsAsArray().flatMap(({ name }) => registry.getSingleMetric(name) ?? []);
}
