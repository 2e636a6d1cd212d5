import { SelectField, TextField } from '../../ui/field.tsx';
import { chosenLanguage } from '../../words/choose-language.ts';
import { languageOf, languages } from '../../words/languages.ts';
import { youWords as words } from '../../words/you.ts';

interface LanguageFieldsProps {
  readonly tag: string;
  readonly error: string | null;
  readonly onChange: (tag: string) => void;
}

/** Chooses the language of the app, or any language tag for agents. */
export function LanguageFields({ tag, error, onChange }: LanguageFieldsProps) {
  return (
    <>
      <SelectField
        label={words.locale}
        value={languageOf(tag) ?? chosenLanguage().language}
        onChange={({ target }) => onChange(target.value)}
      >
        {Object.entries(languages).map(
          ([each, { name }]) =>
            name !== null && (
              <option key={each} value={each} lang={each}>
                {name}
              </option>
            ),
        )}
      </SelectField>
      <TextField
        label={words.tag}
        hint={words.tagHint}
        value={tag}
        required
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  );
}
