import type { ReadBlock } from '@parley/protocol';
import { Download, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { mediaWords as words } from '../../words/media.ts';
import { assetAddress } from './asset.ts';
import styles from './media-blocks.module.css';

type Phase = 'loading' | 'shown' | 'failed';

/**
 * Renders a picture from the platform's own address. Its space is reserved before it loads, in the size that the agent gave or in a default
 * size. A press shows it in full.
 */
export function ImageBlock({ block }: { readonly block: ReadBlock<'image'> }) {
  const [phase, setPhase] = useState<Phase>('loading');
  const [isFull, setFull] = useState(false);
  const source = assetAddress(block.asset_id);
  const alt = block.alt_text ?? '';
  if (phase === 'failed') return <MissingPicture alt={alt} />;
  const hasSize = block.width !== undefined && block.height !== undefined;
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        data-phase={phase}
        data-sized={hasSize || undefined}
        aria-label={alt === '' ? words.showPicture : words.showInFull(alt)}
        onClick={() => setFull(true)}
      >
        <img
          src={source}
          alt={alt}
          width={block.width}
          height={block.height}
          loading="lazy"
          onLoad={() => setPhase('shown')}
          onError={() => setPhase('failed')}
        />
      </button>
      {isFull && <FullPicture source={source} alt={alt} onClose={() => setFull(false)} />}
    </>
  );
}

interface FullPictureProps {
  readonly source: string;
  readonly alt: string;
  readonly onClose: () => void;
}

function FullPicture({ source, alt, onClose }: FullPictureProps) {
  return (
    <Dialog title={words.picture} onClose={onClose} isWide>
      <img className={styles.full} src={source} alt={alt} />
      <div className={styles.fullFoot}>
        <p dir="auto">{alt}</p>
        <a href={source} download>
          <Download size={16} aria-hidden /> {words.save}
        </a>
      </div>
    </Dialog>
  );
}

/** Shows the alternative text of a picture that is deleted or cannot be read. */
export function MissingPicture({ alt }: { readonly alt: string }) {
  return (
    <p className={styles.missing} role="img" aria-label={alt === '' ? words.missing : alt}>
      <ImageOff size={20} aria-hidden />
      <span dir="auto">{alt === '' ? words.missingText : words.missingNamed(alt)}</span>
    </p>
  );
}
