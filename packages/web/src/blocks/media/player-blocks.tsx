import type { ReadBlock } from '@parley/protocol';
import { Clapperboard, Volume2 } from 'lucide-react';
import { useState } from 'react';
import { fillIn } from '../../ui/fill-in.tsx';
import { mediaWords as words } from '../../words/media.ts';
import { Aside, Frame } from '../frame.tsx';
import { assetAddress, durationClock } from './asset.ts';
import styles from './media-blocks.module.css';

/** A sound. The contract has no transcript, so nothing claims that there is one. */
export function AudioBlock({ block }: { readonly block: ReadBlock<'audio'> }) {
  const [hasFailed, setFailed] = useState(false);
  const source = assetAddress(block.asset_id);
  return (
    <Frame kind={withLength(words.sound, block.duration_seconds)} icon={<Volume2 size={14} aria-hidden />}>
      {hasFailed ? (
        <Unplayable text={words.noSound} source={source} />
      ) : (
        <audio
          className={styles.audio}
          controls
          preload="none"
          src={source}
          aria-label={withLength(words.sound, block.duration_seconds)}
          onError={() => setFailed(true)}
        />
      )}
    </Frame>
  );
}

/** A film, in the size that the agent tells; without one, as wide as most are. */
export function VideoBlock({ block }: { readonly block: ReadBlock<'video'> }) {
  const [hasFailed, setFailed] = useState(false);
  const source = assetAddress(block.asset_id);
  const label = withLength(words.film, block.duration_seconds);
  if (hasFailed)
    return (
      <Frame kind={label} icon={<Clapperboard size={14} aria-hidden />}>
        <Unplayable text={words.noFilm} source={source} />
      </Frame>
    );
  return (
    <video
      className={styles.video}
      controls
      preload="metadata"
      src={source}
      width={block.width ?? 640}
      height={block.height ?? 360}
      aria-label={label}
      onError={() => setFailed(true)}
    />
  );
}

function Unplayable({ text, source }: { readonly text: string; readonly source: string }) {
  return (
    <>
      <p>{text}</p>
      <Aside>
        {fillIn(words.playElsewhere, {
          save: (
            <a href={source} download>
              {words.saveIt}
            </a>
          ),
        })}
      </Aside>
    </>
  );
}

const withLength = (kind: string, seconds: number | undefined) =>
  seconds === undefined ? kind : words.withLength(kind, durationClock(seconds));
