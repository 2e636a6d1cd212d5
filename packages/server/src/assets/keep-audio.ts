interface Container {
  /** What its bytes may be taken for. */
  readonly sniffed: readonly string[];
  /** What it is called where it holds sound alone. */
  readonly audio: readonly string[];
}

const containers: readonly Container[] = [
  { sniffed: ['video/webm', 'audio/webm'], audio: ['audio/webm'] },
  {
    sniffed: ['video/matroska', 'video/x-matroska', 'audio/x-matroska'],
    audio: ['audio/x-matroska', 'audio/matroska'],
  },
  {
    sniffed: ['video/mp4', 'audio/mp4', 'video/x-m4v', 'audio/x-m4a'],
    audio: ['audio/mp4', 'audio/x-m4a', 'audio/m4a'],
  },
  {
    sniffed: ['video/ogg', 'audio/ogg', 'audio/ogg; codecs=opus', 'application/ogg'],
    audio: ['audio/ogg', 'audio/opus'],
  },
];

/**
 * The type of a file by its bytes and by what its sender declares. Containers of films hold sound alone too, as what a browser records,
 * and their first bytes do not tell: there a declared audio type of the same container is believed. Nothing else is.
 */
export function keepAudio(sniffed: string, declared: string | null): string {
  const [essence = ''] = (declared ?? '').split(';', 1);
  const type = essence.trim().toLowerCase();
  const container = containers.find((one) => one.sniffed.includes(sniffed));
  return container?.audio.includes(type) ? type : sniffed;
}
