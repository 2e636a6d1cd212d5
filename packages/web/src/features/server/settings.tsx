import type { ServerSetting } from '@parley/protocol';
import { useServerSettings } from '../../api/admin/settings.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { serverWords } from '../../words/server.ts';
import { settingsWords as words } from '../../words/settings.ts';
import { AnnouncementSetting } from './announcement-setting.tsx';
import styles from './server.module.css';
import { SettingRow } from './setting-row.tsx';
import { settingText } from './setting-text.ts';

/** Shows the settings of the server. Those that the environment does not fix are changed here. */
export function Settings() {
  const { data: settings, error, refetch } = useServerSettings();
  if (!settings && error) {
    return (
      <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{serverWords.tryAgain}</Button>} />
    );
  }
  if (!settings) return <Skeleton label={serverWords.loading} />;
  const named = settings.filter((setting) => setting.name !== 'announcement' && !isVariable(setting));
  const announcement = settings.find(({ name }) => name === 'announcement');
  const variables = settings.filter(isVariable);
  return (
    <>
      <section className={styles.section} aria-labelledby="settings">
        <h2 id="settings">{words.title}</h2>
        <p className={styles.hint}>{words.hint}</p>
        <ul className={styles.rows} aria-label={words.title}>
          {named.map((setting) => (
            <li key={setting.name} className={styles.setting}>
              <SettingRow key={JSON.stringify(setting.value)} setting={setting} />
            </li>
          ))}
        </ul>
      </section>
      {announcement && <AnnouncementSetting key={JSON.stringify(announcement.value)} setting={announcement} />}
      <section className={styles.section} aria-labelledby="environment">
        <h2 id="environment">{words.environment}</h2>
        <p className={styles.hint}>{words.environmentHint}</p>
        <ul className={styles.rows} aria-label={words.environment}>
          {variables.map((setting) => (
            <li key={setting.name} className={styles.row}>
              <Variable setting={setting} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Returns whether a setting is one of those that only the environment sets. */
function isVariable({ name }: ServerSetting): boolean {
  return name === name.toUpperCase();
}

function Variable({ setting: { name, value, source } }: { readonly setting: ServerSetting }) {
  return (
    <>
      <span className={styles.what}>
        <code>{name}</code>
        <span className={styles.small}>{words.sources[source]}</span>
      </span>
      <span translate="no">{settingText(value) ?? words.none}</span>
    </>
  );
}
