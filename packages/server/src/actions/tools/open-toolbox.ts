import type { App } from '../../chat/conversations/app.ts';
import { clockNow } from './builtins/clock-now.ts';
import { coinCharge } from './builtins/coin-charge.ts';
import { decisionRequest } from './builtins/decision-request.ts';
import { identityRead } from './builtins/identity-read.ts';
import { loadOperatorTools } from './load-operator-tools.ts';
import { isForAgent } from './tool-reach.ts';
import type { Toolbox } from './toolbox.ts';

/**
 * Opens the built-in tools and the tools of the operator's file. Throws if the file cannot be used. A tool server that
 * is down prevents nothing.
 */
export function openToolbox(app: Pick<App, 'config' | 'clock' | 'log'>): Toolbox {
  const builtins = [coinCharge(app), identityRead, clockNow, decisionRequest];
  let onListed: () => void = () => undefined;
  const operator = loadOperatorTools(
    app,
    builtins.map(({ name }) => name),
    () => onListed(),
  );
  const tools = new Map([...builtins, ...operator.tools].map((tool) => [tool.name, tool]));
  for (const server of operator.servers.values()) server.start();
  return {
    known: [...tools.values()],
    async find(name) {
      const tool = tools.get(name);
      if (tool) return tool;
      const dot = name.indexOf('.');
      const server = dot === -1 ? undefined : operator.servers.get(name.slice(0, dot));
      return server ? server.find(name.slice(dot + 1)) : null;
    },
    async list(agent) {
      const scopes = new Set(agent.requested_scopes.map(({ scope }) => scope));
      const servers = [...operator.servers.values()].filter(({ reach }) => isForAgent(reach, agent));
      const ofServers = await Promise.all(servers.map((server) => server.list(scopes)));
      return [...tools.values(), ...ofServers.flat()]
        .filter(({ scope, reach }) => scopes.has(scope) && isForAgent(reach, agent))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    watch(check) {
      onListed = check;
      check();
    },
    async close() {
      await Promise.all([...operator.servers.values()].map((server) => server.close()));
      await operator.dial?.destroy();
    },
  };
}
