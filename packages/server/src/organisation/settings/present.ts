import { editableSettings, type EditableSetting, type ServerSetting } from '@parley/protocol';
import { settings, type Config } from '../../platform/settings/config.ts';
import { fixedBy, isFixed, type LiveSettings } from '../../platform/live/live-settings.ts';

/** Lists the settings that administrators may change, and then the variables that only the environment sets. */
export function presentSettings(config: Config, live: LiveSettings): ServerSetting[] {
  const names = Object.keys(editableSettings) as EditableSetting[];
  const editable = names.map((name): ServerSetting => {
    const fixed = fixedBy[name];
    const isGiven = isFixed(config, name);
    const changed = isGiven ? undefined : live.of(name);
    const value = changed ?? (fixed === null ? null : config[fixed.key]);
    const source = isGiven ? 'environment' : changed === undefined ? 'default' : 'admin';
    return { name, value, source, editable: !isGiven };
  });
  const elsewhere = new Set(Object.values(fixedBy).map((fixed) => fixed?.variable));
  const others = settings
    .filter(({ name }) => !elsewhere.has(name))
    .map(({ name, fallback, isSecret }): ServerSetting => {
      const given = config.variable(name);
      const value = isSecret ? (given === null ? null : 'set') : (given ?? fallback);
      return { name, value, source: given === null ? 'default' : 'environment', editable: false };
    });
  return [...editable, ...others];
}
