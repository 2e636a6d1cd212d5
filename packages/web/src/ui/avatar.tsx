import { classNames } from './class-names.ts';
import styles from './avatar.module.css';

export interface AvatarProps {
  readonly name: string;
  /** People are round, agents are square. */
  readonly kind: 'person' | 'agent';
  /** Pixels. */
  readonly size?: number;
}

/** The first letters of a name in the shape of its kind. It is decoration: the name always stands beside it. */
export function Avatar({ name, kind, size = 36 }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.avatar, styles[kind])}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
    >
      {initials(name)}
    </span>
  );
}

/** One or two letters that stand for a name. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s_-]+/u)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase() || '?';
}
