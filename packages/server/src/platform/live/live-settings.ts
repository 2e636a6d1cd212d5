import { editableSettings, type EditableSetting, type EditableValues } from '@parley/protocol';
import type { Hub } from '../signals/hub.ts';
import type { Storage } from '../storage/storage.ts';
import type { StorageLog } from '../storage/storage-log.ts';
import { findChangedSettings } from './changed-settings-queries.ts';
import type { Config } from '../settings/config.ts';

/** The variable of the environment that fixes a setting, and where the configuration has its value. */
export const fixedBy: Readonly<
  Record<EditableSetting, { readonly variable: string; readonly key: keyof Config } | null>
> = {
  signup: { variable: 'PARLEY_SIGNUP', key: 'signup' },
  agentApproval: { variable: 'PARLEY_AGENT_APPROVAL', key: 'agentApproval' },
  passwordSignIn: { variable: 'PARLEY_PASSWORD_SIGN_IN', key: 'passwordSignIn' },
  announcement: null,
  startingCoins: { variable: 'PARLEY_STARTING_COINS', key: 'startingCoins' },
  agents: { variable: 'PARLEY_QUOTA_AGENTS', key: 'agentsMax' },
  rooms: { variable: 'PARLEY_QUOTA_ROOMS', key: 'conversationsMax' },
  asset_bytes: { variable: 'PARLEY_QUOTA_ASSET_BYTES', key: 'assetBytesMax' },
  event_streams: { variable: 'PARLEY_QUOTA_EVENT_STREAMS', key: 'eventStreamsMax' },
};

/** Returns whether the environment sets a setting, so that administrators cannot change it. */
export function isFixed(config: Pick<Config, 'variable'>, name: EditableSetting): boolean {
  const fixed = fixedBy[name];
  return fixed !== null && config.variable(fixed.variable) !== null;
}

/** The settings that administrators changed, as they are in force on this server. */
export interface LiveSettings {
  /** Returns what administrators set, or undefined where the default holds. */
  of<Name extends EditableSetting>(name: Name): EditableValues[Name] | undefined;
  /** Reads them again. Call it at the start, and after a change. */
  refresh(): Promise<void>;
}

/**
 * Holds the changed settings in memory. A change is signalled to every server, which reads them again; after a lost
 * signal the resync does it.
 */
export function openLiveSettings(storage: Pick<Storage, 'db'>, hub: Hub, log: StorageLog): LiveSettings {
  let values: ReadonlyMap<string, unknown> = new Map();
  const live: LiveSettings = {
    of: <Name extends EditableSetting>(name: Name) => values.get(name) as EditableValues[Name] | undefined,
    async refresh() {
      const rows = await findChangedSettings(storage.db);
      values = new Map(
        [...rows].flatMap(([name, text]) => {
          const value = parsed(name, text);
          return value === undefined ? [] : [[name, value]];
        }),
      );
    },
  };
  hub.onServer(({ type }) => {
    if (type !== 'settingsChanged' && type !== 'resync') return;
    live.refresh().catch((error: unknown) => log.warn({ err: error }, 'settings were not read; the old ones hold'));
  });
  return live;
}

/**
 * Returns the configuration with what administrators changed. Its values are read at each use, so that a change is in
 * force without a restart. What the environment sets stays.
 */
export function withLiveSettings(config: Config, live: LiveSettings): Config {
  const merged = { ...config };
  for (const [name, fixed] of Object.entries(fixedBy) as [EditableSetting, (typeof fixedBy)[EditableSetting]][]) {
    if (fixed === null || isFixed(config, name)) continue;
    Object.defineProperty(merged, fixed.key, { enumerable: true, get: () => live.of(name) ?? config[fixed.key] });
  }
  return merged;
}

/** A value that this version does not take, such as one of a newer server, counts as not set. */
function parsed(name: string, text: string): unknown {
  const schema = Object.hasOwn(editableSettings, name) ? editableSettings[name as EditableSetting] : null;
  const result = schema?.safeParse(JSON.parse(text));
  return result?.success ? result.data : undefined;
}
