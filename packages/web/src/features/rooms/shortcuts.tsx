import { useMe } from '../../api/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { shortcutWords as words } from '../../words/shortcuts.ts';
import styles from './shortcuts.module.css';

/** Every key of the app. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const { role } = useMe();
  const groups = role === 'admin' ? [...words.groups, words.forAdmins] : words.groups;
  return (
    <Dialog title={words.title} onClose={onClose}>
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl className={styles.keys}>
            {keys.map(({ keys: pressed, does }) => (
              <div key={does}>
                <dt>{does}</dt>
                <dd>
                  {pressed.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
