import type { ReadBlock } from '@parley/protocol';
import { Clapperboard, Volume2 } from 'lucide-react';
import { useState } from 'react';
import type { CSSProperties } from 'react';
import { fillIn } from '../../ui/fill-in.tsx';
import { mediaWords as words } from '../../words/media.ts';
import { Aside, Frame } from '../frame.tsx';
import { assetAddress, durationClock } from './asset.ts';
import styles from './media-blocks.module.css';

/** Renders a sound. The contract has no transcript, so the player offers no captions. */
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

/**
 * Renders a film in the shape that the agent gave, as large as its column allows, so that nothing moves when it loads. Without a given
 * shape it uses 16:9. A film of another shape is shown with bars.
 */
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
      style={{ '--ratio': shapeOf(block) } as CSSProperties}
      aria-label={label}
      onError={() => setFailed(true)}
    />
  );
}

/** Returns the width-to-height ratio, limited so that the controls fit. */
function shapeOf({ width, height }: ReadBlock<'video'>): number {
  if (width === undefined || height === undefined) return 16 / 9;
  return Math.min(Math.max(width / height, 9 / 16), 21 / 9);
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
