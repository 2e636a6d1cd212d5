import type { App } from '../app.ts';
import { clockNow } from './builtins/clock-now.ts';
import { coinCharge } from './builtins/coin-charge.ts';
import { identityRead } from './builtins/identity-read.ts';
import type { Toolbox } from './toolbox.ts';

/** Puts together the tools that Parley brings along and those that the operator adds. */
export function openToolbox(app: Pick<App, 'config' | 'clock' | 'log'>): Toolbox {
  const tools = new Map([coinCharge(app), identityRead, clockNow].map((tool) => [tool.name, tool]));
  return {
    find: async (name) => tools.get(name) ?? null,
    close: async () => undefined,
  };
}
