interface Container {
  /** Types that the bytes may be detected as. */
  readonly sniffed: readonly string[];
  /** Types of such a file if it contains audio only. */
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
 * Returns the type of a file from its bytes and the declared type. Video containers may hold audio only, as browsers
 * record it, and the first bytes do not show that. So a declared audio type of the same container is accepted; any
 * other declared type is ignored.
 */
export function keepAudio(sniffed: string, declared: string | null): string {
  const [essence = ''] = (declared ?? '').split(';', 1);
  const type = essence.trim().toLowerCase();
  const container = containers.find((one) => one.sniffed.includes(sniffed));
  return container?.audio.includes(type) ? type : sniffed;
}
