import { useState } from 'react';
import type { CSSProperties } from 'react';
import { avatarLook } from './avatar-look.ts';
import { classNames } from './class-names.ts';
import styles from './avatar.module.css';

export interface AvatarProps {
  /** The id of the person or agent, which gives the colour and the sharp corner. */
  readonly id: string;
  readonly name: string;
  /** People have round avatars, agents square ones. */
  readonly kind: 'person' | 'agent';
  /** In pixels. */
  readonly size?: number;
  /** The asset id of a picture to show instead of the initials. */
  readonly picture?: string | null | undefined;
}

/**
 * Shows a picture, or the initials of a name, in a circle or a square. It is decorative: the name always appears next to it.
 */
export function Avatar({ id, name, kind, size = 36, picture }: AvatarProps) {
  const { hue, corner } = avatarLook(id);
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.avatar, styles[kind])}
      data-corner={corner}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38), '--hue': hue } as CSSProperties}
    >
      {picture && picture !== broken ? (
        <img
          src={`/v1/assets/${picture}`}
          alt=""
          loading="lazy"
          width={size}
          height={size}
          onError={() => setBroken(picture)}
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}

export interface AgentAvatarProps {
  readonly agent: {
    readonly agentId: string;
    readonly name: string;
    readonly avatarAssetId?: string | null | undefined;
  };
  /** In pixels. */
  readonly size?: number;
}

/** Shows the avatar of an agent: its picture if it has one. */
export function AgentAvatar({ agent: { agentId, name, avatarAssetId }, ...rest }: AgentAvatarProps) {
  return <Avatar {...rest} id={agentId} kind="agent" name={name} picture={avatarAssetId} />;
}

/** Returns one or two initials of a name. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s_-]+/u)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase() || '?';
}
