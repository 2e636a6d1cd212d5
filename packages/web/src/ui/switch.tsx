import styles from './switch.module.css';

export interface SwitchProps {
  readonly id: string;
  readonly isOn: boolean;
  /** The id of the element that describes it further. */
  readonly describedBy: string;
  readonly onTurn: (isOn: boolean) => void;
}

/** A switch that takes effect at once. A `label` element elsewhere names it by `id`. */
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
