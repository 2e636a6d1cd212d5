import type { AgentId } from '@parley/protocol';

const agentsMax = 10_000;

/**
 * Agents for whom this server did not look elsewhere, because it took itself to live alone. It hears of another at the latest when it
 * renews its lease, and looks then. What it put off before the renewal before is safe: who was not there at that one came after.
 */
export class LooksPutOff {
  private recent = new Set<AgentId>();
  private earlier = new Set<AgentId>();

  get isEmpty(): boolean {
    return this.recent.size === 0 && this.earlier.size === 0;
  }

  /** Whether the look may be put off; where so many are already, it may not. */
  add(agentId: AgentId): boolean {
    if (this.recent.size >= agentsMax && !this.recent.has(agentId)) return false;
    this.recent.add(agentId);
    return true;
  }

  /** A renewal found that this server lives alone. */
  stillAlone(): void {
    this.earlier = this.recent;
    this.recent = new Set();
  }

  /** Another lives: gives the agents to look for now. */
  take(): AgentId[] {
    const agentIds = [...new Set([...this.earlier, ...this.recent])];
    this.earlier = new Set();
    this.recent = new Set();
    return agentIds;
  }
}
