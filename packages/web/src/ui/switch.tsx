import styles from './switch.module.css';

export interface SwitchProps {
  readonly id: string;
  readonly isOn: boolean;
  /** The element that says more than the label. */
  readonly describedBy: string;
  readonly onTurn: (isOn: boolean) => void;
}

/** Turns something on or off at once. Its label stands where its place has one, and names it by `id`. */
export function Switch({ id, isOn, describedBy, onTurn }: SwitchProps) {
  return (
    <input
      id={id}
      className={styles.switch}
      type="checkbox"
      role="switch"
      checked={isOn}
      aria-describedby={describedBy}
      onChange={({ target }) => onTurn(target.checked)}
    />
  );
}
