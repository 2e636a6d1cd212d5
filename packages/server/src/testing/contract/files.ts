import { crc32, deflateSync } from 'node:zlib';
import type { Agent, Signing } from './agent.ts';
import type { Answer, Json } from './http.ts';
import type { Person } from './person.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Builds a form as a browser sends it, with one part named `file`. */
export function formWith(bytes: Uint8Array, filename = 'upload', type = 'application/octet-stream'): FormData {
  const form = new FormData();
  form.append('file', new Blob([bytes as Bytes], { type }), filename);
  return form;
}

/** Uploads a file as a person. */
export function upload(person: Person, bytes: Uint8Array, filename?: string, type?: string): Promise<Answer> {
  return person.send('POST', '/v1/assets', { body: formWith(bytes, filename, type) });
}

/** Uploads a file as a person and returns the id of the asset. */
export async function uploaded(person: Person, bytes: Uint8Array, filename?: string): Promise<string> {
  return mustMake(await upload(person, bytes, filename)).item.assetId;
}

/** Uploads a file as an agent and returns the id of the asset. */
export async function agentUploaded(agent: Agent, bytes: Uint8Array, signing: Signing = {}): Promise<string> {
  return mustMake(await agent.send('/hooks/v1/assets', bytes, signing)).asset_id;
}

function mustMake(answer: Answer): Json {
  if (answer.status !== 201) throw new Error(`Uploading answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** A valid image of one grey pixel. */
export const png: Buffer = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
  chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
  chunk('IEND', Buffer.alloc(0)),
]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** A tenth of a second of silence. */
export const wav: Buffer = (() => {
  const samples = Buffer.alloc(800, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
})();

/** The beginning of a video, which is enough to detect its type. */
export const mp4: Buffer = Buffer.concat([
  Buffer.from('0000001866747970', 'hex'),
  Buffer.from('isom'),
  Buffer.from('00000200', 'hex'),
  Buffer.from('isommp41'),
]);

/** The beginnings of containers that hold video or audio only, with the type that is detected from the bytes. */
export const containers: Readonly<Record<'webm' | 'matroska' | 'mp4' | 'ogg', { bytes: Buffer; type: string }>> = {
  webm: { bytes: ebml('webm'), type: 'video/webm' },
  matroska: { bytes: ebml('matroska'), type: 'video/matroska' },
  mp4: { bytes: mp4, type: 'video/mp4' },
  ogg: { bytes: ogg(Buffer.from('\x80theora\x03\x02\x01', 'latin1')), type: 'video/ogg' },
};

function ebml(docType: string): Buffer {
  const element = (id: string, data: Buffer) =>
    Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | data.length]), data]);
  return Buffer.concat([element('1a45dfa3', element('4282', Buffer.from(docType))), Buffer.alloc(64)]);
}

function ogg(packet: Buffer): Buffer {
  const head = Buffer.alloc(28);
  head.write('OggS', 0);
  head[5] = 2;
  head[26] = 1;
  head[27] = packet.length;
  return Buffer.concat([head, packet, Buffer.alloc(64)]);
}
