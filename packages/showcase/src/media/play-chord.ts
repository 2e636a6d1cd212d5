const sampleRate = 16_000;
const seconds = 2;
/** A, C sharp and E: the chord of A major. */
const tones = [440, 554.37, 659.25];

/** Computes two seconds of a fading chord and returns the bytes of a WAV. */
export function playChord(): { readonly bytes: Buffer; readonly seconds: number } {
  const samples = Buffer.alloc(sampleRate * seconds * 2);
  for (let i = 0; i < sampleRate * seconds; i++) {
    const at = i / sampleRate;
    const loudness = Math.min(1, at * 40) * Math.exp(-2 * at);
    const wave = tones.reduce((sum, tone) => sum + Math.sin(2 * Math.PI * tone * at), 0) / tones.length;
    samples.writeInt16LE(Math.round(wave * loudness * 20_000), i * 2);
  }
  return { bytes: Buffer.concat([wavHeader(samples.length), samples]), seconds };
}

/** Returns the 44-byte header for 16-bit samples on one channel. */
function wavHeader(length: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(length, 40);
  return header;
}
