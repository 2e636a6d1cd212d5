import { Monitor, Moon, Sun } from 'lucide-react';
import { themeWords as words } from '../words/theme.ts';
import { MenuChoice, MenuLabel } from './menu.tsx';
import { useTheme } from './theme.ts';

const options = [
  { value: 'system', label: words.choices.system, icon: <Monitor size={16} aria-hidden /> },
  { value: 'light', label: words.choices.light, icon: <Sun size={16} aria-hidden /> },
  { value: 'dark', label: words.choices.dark, icon: <Moon size={16} aria-hidden /> },
] as const;

/** Lets the user choose light, dark or the system's theme, as part of a menu. */
export function ThemeChoice() {
  const [theme, setTheme] = useTheme();
  return (
    <>
      <MenuLabel>{words.title}</MenuLabel>
      <MenuChoice value={theme} options={options} onChange={setTheme} />
    </>
  );
}
