import { Button } from '../../ui/button.tsx';
import { chosenLanguage, speak } from '../../words/choose-language.ts';
import { entryWords as words } from '../../words/entry.ts';
import { languages } from '../../words/languages.ts';
import styles from './session-form.module.css';

/** Chooses the language of the app where nobody is signed in, by its own name. */
export function LanguageSwitch() {
  const shown = chosenLanguage().language;
  return (
    <div role="group" aria-label={words.language} className={styles.languages}>
      {Object.entries(languages).map(
        ([tag, { name }]) =>
          name !== null && (
            <Button key={tag} look="quiet" lang={tag} aria-pressed={tag === shown} onClick={() => speak(tag)}>
              {name}
            </Button>
          ),
      )}
    </div>
  );
}
