import type { ChangeSettingsBody, EditableSetting, UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { putSetting } from '../../platform/live/changed-settings-queries.ts';
import { fixedBy, isFixed } from '../../platform/live/live-settings.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';

/** Changes settings of the server, all that are named or none. */
export async function changeSettings(
  { commit, config, live, log }: Pick<Core, 'commit' | 'config' | 'live' | 'log'>,
  by: UserId,
  { password: _password, passkey: _passkey, ...changes }: ChangeSettingsBody,
): Promise<void> {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined) as [EditableSetting, unknown][];
  for (const [name] of entries) {
    if (isFixed(config, name))
      refuse('setting_fixed', {
        path: `/${name}`,
        hint: `Unset ${fixedBy[name]?.variable ?? ''} and start the server again.`,
      });
  }
  // A server without providers has no other way in for people.
  if (changes.passwordSignIn === 'off' && config.oidcFile === null)
    refuse('last_sign_in_method', { path: '/passwordSignIn' });
  await commit(async ({ tx, signal, audit }) => {
    await lockAsAdmin(tx, by);
    for (const [name, value] of entries) await putSetting(tx, name, value === null ? null : JSON.stringify(value));
    signal([{ to: 'servers', type: 'settingsChanged' }]);
    await audit('setting.changed', { names: entries.map(([name]) => name) });
  });
  // The answer shows the change, whether the signal has arrived or not. The change stands if it cannot be read now.
  await live.refresh().catch((error: unknown) => log.warn({ err: error }, 'settings were not read; the old ones hold'));
}
