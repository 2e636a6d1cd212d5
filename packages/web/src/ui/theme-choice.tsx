import { Monitor, Moon, Sun } from 'lucide-react';
import { MenuChoice, MenuLabel } from './menu.tsx';
import { useTheme } from './theme.ts';

const options = [
  { value: 'system', label: 'As the system', icon: <Monitor size={16} aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun size={16} aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={16} aria-hidden /> },
] as const;

/** The switch between light, dark and the system's choice, as part of a menu. */
export function ThemeChoice() {
  const [theme, setTheme] = useTheme();
  return (
    <>
      <MenuLabel>Theme</MenuLabel>
      <MenuChoice value={theme} options={options} onChange={setTheme} />
    </>
  );
}
