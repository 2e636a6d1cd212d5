import { useTheme } from '../../ui/theme.ts';
import type { Theme } from '../../ui/theme.ts';
import { themeWords } from '../../words/theme.ts';
import { youWords as words } from '../../words/you.ts';
import styles from './you.module.css';

const themes = Object.entries(themeWords.choices) as [Theme, string][];

/** Lets the user choose the theme: light, dark, or the system's. */
export function Appearance() {
  const [theme, setTheme] = useTheme();
  return (
    <section className={styles.section} aria-labelledby="appearance">
      <h2 id="appearance">{words.appearance}</h2>
      <fieldset className={styles.choices}>
        <legend>{themeWords.title}</legend>
        {themes.map(([value, label]) => (
          <label key={value} className={styles.choice}>
            <input type="radio" name="theme" checked={theme === value} onChange={() => setTheme(value)} />
            {label}
          </label>
        ))}
      </fieldset>
      <p className={styles.hint}>{themeWords.hint}</p>
    </section>
  );
}
