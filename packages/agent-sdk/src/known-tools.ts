import type {
  CoinChargeArguments,
  DecisionApproved,
  DecisionRequestArguments,
  IdentityReadArguments,
} from '@parley/protocol';

/**
 * The tools whose names, arguments and results are known to the compiler: those of every platform. Add the operator's own by
 * declaration merging:
 *
 * @example
 * declare module '@parley/agent-sdk' {
 *   interface KnownTools {
 *     'weather.today': { scope: 'weather.read'; arguments: { city: string }; content: { celsius: number } };
 *   }
 * }
 */
export interface KnownTools {
  'clock.now': {
    scope: 'clock.read';
    arguments: Record<never, never>;
    content: { readonly now: string; readonly timezone?: string };
  };
  'coin.charge': { scope: 'coin.charge'; arguments: CoinChargeArguments; content: { readonly amount: number } };
  'identity.read': {
    scope: 'identity.read';
    arguments: IdentityReadArguments;
    content: { readonly [Field in IdentityReadArguments['fields'][number]]?: string };
  };
  'decision.request': {
    scope: 'decision.request';
    arguments: DecisionRequestArguments;
    content: DecisionApproved;
  };
}

/** A tool's name: a known one, or any other. */
export type ToolName = keyof KnownTools | (string & {});

export type ToolArguments<Name extends string> = Name extends keyof KnownTools
  ? KnownTools[Name]['arguments']
  : Readonly<Record<string, unknown>>;

export type ToolContent<Name extends string> = Name extends keyof KnownTools ? KnownTools[Name]['content'] : unknown;

/** The scopes of the tools that every platform has. */
export const knownScopes: Readonly<Record<string, string>> = {
  'clock.now': 'clock.read',
  'coin.charge': 'coin.charge',
  'identity.read': 'identity.read',
  'decision.request': 'decision.request',
};
