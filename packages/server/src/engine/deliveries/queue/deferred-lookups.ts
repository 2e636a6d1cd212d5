import type { AgentId } from '@parley/protocol';

const agentsMax = 10_000;

/**
 * Agents for which this server deferred the lookup on other servers, because it seemed to be alone. At the latest its
 * next lease renewal finds another server; then it makes these lookups. Lookups from before the previous renewal are
 * dropped: that renewal found no other server, so none could hold a stream then.
 */
export class DeferredLookups {
  private recent = new Set<AgentId>();
  private earlier = new Set<AgentId>();

  get isEmpty(): boolean {
    return this.recent.size === 0 && this.earlier.size === 0;
  }

  /** Defers the lookup for an agent. Returns false if too many are deferred already; then the caller makes it now. */
  add(agentId: AgentId): boolean {
    if (this.recent.size >= agentsMax && !this.recent.has(agentId)) return false;
    this.recent.add(agentId);
    return true;
  }

  /** Notes that a renewal found no other server. */
  stillAlone(): void {
    this.earlier = this.recent;
    this.recent = new Set();
  }

  /** Returns the agents with deferred lookups, because another server is alive now. */
  take(): AgentId[] {
    const agentIds = [...new Set([...this.earlier, ...this.recent])];
    this.earlier = new Set();
    this.recent = new Set();
    return agentIds;
  }
}
