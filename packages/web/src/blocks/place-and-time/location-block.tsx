import type { ReadBlock } from '@parley/protocol';
import { ExternalLink, MapPin } from 'lucide-react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { calendarWords as words } from '../../words/calendar.ts';
import { Frame } from '../frame.tsx';
import { landPath, mapHeight, mapWidth, placeOnMap } from './land.ts';
import styles from './location-block.module.css';

/** Renders a place: its position on a world map, its coordinates to copy, and a link to the device's map program. */
export function LocationBlock({ block }: { readonly block: ReadBlock<'location'> }) {
  const { latitude, longitude, label } = block;
  const decimal = `${latitude}, ${longitude}`;
  return (
    <Frame kind={words.place} icon={<MapPin size={14} aria-hidden />} title={label}>
      <WorldMap latitude={latitude} longitude={longitude} />
      <p className={styles.coordinates}>
        {degrees(latitude, words.north, words.south)}, {degrees(longitude, words.east, words.west)}
      </p>
      <div className={styles.actions}>
        <CopyButton text={decimal} label={words.copyCoordinates} />
        <a className={styles.open} href={`geo:${latitude},${longitude}?q=${latitude},${longitude}`}>
          <ExternalLink size={16} aria-hidden /> {words.openInMaps}
        </a>
      </div>
    </Frame>
  );
}

const land = landPath();

/** Shows a dotted world map, drawn without a map server. It shows the rough position; the coordinates are exact. */
function WorldMap({ latitude, longitude }: Pick<ReadBlock<'location'>, 'latitude' | 'longitude'>) {
  const { x, y } = placeOnMap(latitude, longitude);
  return (
    <svg className={styles.map} viewBox={`-1 -1 ${mapWidth + 2} ${mapHeight + 2}`} aria-hidden="true">
      <path className={styles.land} d={land} />
      <circle className={styles.halo} cx={x} cy={y} r={3} />
      <circle className={styles.pin} cx={x} cy={y} r={1.2} />
    </svg>
  );
}

function degrees(value: number, positive: string, negative: string): string {
  return `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;
}
