import type { Part } from '@a2a-js/sdk';
import { file, image, table, text, type AgentClient, type SendableBlock } from '@parley/agent-sdk';

/** Returns the parts of a remote agent's answer as blocks. Uploads bytes if `client` is given. */
export async function blocksOf(
  parts: readonly Part[],
  { client, maxFileBytes }: { readonly client: AgentClient | null; readonly maxFileBytes: number },
): Promise<SendableBlock[]> {
  const blocks: SendableBlock[] = [];
  let words = '';
  const flush = () => {
    for (const piece of cut(words.trim(), textCharacters)) blocks.push(text(piece));
    words = '';
  };
  for (const { content, filename, mediaType } of parts) {
    if (content?.$case === 'text') words += content.value;
    else if (content?.$case === 'url') words += link(content.value, named(filename, mediaType));
    else if (content !== undefined) {
      flush();
      const isBytes = content.$case === 'raw';
      if (!isBytes) blocks.push(dataBlock(content.value));
      else if (client === null) words += `\n${named(filename, mediaType)} …\n`;
      else if (content.value.byteLength > maxFileBytes)
        words += `\n(${named(filename, mediaType)} was too large to pass on.)\n`;
      else blocks.push(await fileBlock(client, content.value, named(filename, mediaType), mediaType));
    }
  }
  flush();
  if (blocks.length <= mostBlocks) return blocks;
  return [...blocks.slice(0, mostBlocks - 1), text('(There was more than one message can hold.)')];
}

const textCharacters = 10_000;
const mostBlocks = 50;

/** Returns the file's name, or one made from its media type, so that a saved file opens in the right program. */
function named(filename: string, mediaType = ''): string {
  const ending = endings[mediaType.split(';')[0]?.trim().toLowerCase() ?? ''];
  return filename.slice(0, 255) || (ending === undefined ? 'file' : `file.${ending}`);
}

const endings: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'audio/mpeg': 'mp3',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
  'text/plain': 'txt',
  'video/mp4': 'mp4',
};

function cut(words: string, size: number): string[] {
  const characters = Array.from(words);
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, at) =>
    characters.slice(at * size, (at + 1) * size).join(''),
  );
}

/** Links to a file at a remote address instead of fetching it, because the remote agent chooses the address. */
function link(url: string, name: string): string {
  const isWeb = URL.canParse(url) && new URL(url).protocol === 'https:';
  return isWeb ? `\n[${name.replaceAll(/[[\]]/g, '')}](${new URL(url).href})\n` : `\n${name}\n`;
}

async function fileBlock(client: AgentClient, bytes: Uint8Array, name: string, type: string): Promise<SendableBlock> {
  const contentType = /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0] ?? 'application/octet-stream';
  const asset = await client.uploadAsset(new Uint8Array(bytes), { contentType, filename: name });
  if (asset.mime.startsWith('image/')) return image(asset.asset_id, { alt_text: name });
  return file(asset.asset_id, name, { size_bytes: asset.size_bytes, mime: asset.mime });
}

/** Shows rows of flat objects as a table, and any other data as JSON. */
function dataBlock(data: unknown): SendableBlock {
  const rows = rowsOf(data);
  if (rows !== null) return rows;
  const json = Array.from(JSON.stringify(data, null, 2) ?? 'null');
  const shown = json.length > 9000 ? `${json.slice(0, 9000).join('')}\n…` : json.join('');
  return text(`\`\`\`json\n${shown.replaceAll('```', '` ` `')}\n\`\`\``);
}

const cellOf = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

function rowsOf(data: unknown): SendableBlock | null {
  const items: unknown[] = Array.isArray(data) ? data : [];
  const isRow = (item: unknown): item is Record<string, unknown> =>
    typeof item === 'object' &&
    item !== null &&
    Object.values(item).every((cell) => typeof cell !== 'object' || cell === null);
  if (items.length === 0 || items.length > 50 || !items.every(isRow)) return null;
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const cells = items.map((item) => columns.map((column) => cellOf(item[column])));
  const fits = columns.length > 0 && columns.length <= 8 && columns.every(({ length }) => length > 0 && length <= 60);
  return fits && cells.flat().every(({ length }) => length <= 200) ? table(columns, cells) : null;
}
