import { z } from 'zod';
import { uploadedAsset } from '../requests/agent-calls.ts';
import { asset, assetUrlAnswer } from '../requests/assets.ts';
import { itemOf } from '../requests/pages.ts';
import { neededQuery } from './query.ts';
import { agent, human, open } from './route.ts';

/** Assets: uploads of people and agents, and access to them. */
export const assetRoutes = {
  uploadAsset: human({
    method: 'POST',
    path: '/v1/assets',
    summary: 'Upload a file: multipart/form-data with one part, file, of at most 25 MiB.',
    doc:
      'The request has exactly one part, a file named `file`, of 1 byte to 25 MiB. The type is detected from the bytes; unknown types ' +
      'and HTML, SVG and XML become `application/octet-stream`. A WebM, Matroska, MP4 or Ogg file that is declared as audio keeps its ' +
      'audio type. Path and control characters are removed from the name. An upload that nothing references within 24 hours is deleted.',
    takes: 'file',
    answer: { status: 201, json: itemOf(asset) },
    refusals: ['malformed_request', 'quota_exceeded'],
  }),
  downloadAsset: human({
    method: 'GET',
    path: '/v1/assets/{assetId}',
    summary: 'The bytes of an asset, or a range of them.',
    doc:
      'The answer has an `ETag`; `If-None-Match` gives 304, one `Range` 206, several ranges the whole file. 416 has `Content-Range: ' +
      'bytes */<size>`.\n\n' +
      'Readers are its owner, the owner of the agent that uploaded it, the members of a conversation where a message of its owner ' +
      'references it, and, for an avatar, everyone who may see the agent. Pictures, audio and video open in the browser; other types ' +
      'are downloaded, and nothing is executed.',
    answer: { status: 200, media: '*/*' },
    refusals: ['asset_not_found', 'range_not_satisfiable'],
  }),
  downloadSignedAsset: open({
    method: 'GET',
    path: '/v1/assets/{assetId}/signed',
    summary: 'The bytes of an asset by a signed link; it needs no session and expires after five minutes.',
    doc: 'The link comes from `GET /hooks/v1/assets/{assetId}/url`. An expired or forged link is 404 `asset_not_found`.',
    query: z.object({
      expires: neededQuery('When the link ends, as the link says it.'),
      signature: neededQuery('What makes the link good, as the link says it.'),
    }),
    answer: { status: 200, media: '*/*' },
    refusals: ['asset_not_found', 'range_not_satisfiable'],
  }),
  uploadAgentAsset: agent({
    method: 'POST',
    path: '/hooks/v1/assets',
    summary: 'Upload a file: the raw bytes, at most 25 MiB, with an optional X-Filename.',
    doc:
      'Send 1 byte to 25 MiB with a `Content-Type`, signed over the bytes. `X-Filename` is printable ASCII or percent-encoded UTF-8. ' +
      'The type is detected from the bytes, except that audio in WebM, Matroska, MP4 or Ogg keeps its declared type. Each call creates ' +
      'a new asset.',
    takes: 'file',
    answer: { status: 201, json: uploadedAsset },
    refusals: ['malformed_request', 'quota_exceeded'],
    replayProtected: false,
  }),
  getAssetUrl: agent({
    method: 'GET',
    path: '/hooks/v1/assets/{assetId}/url',
    summary: 'A link to the bytes of an asset that is good for five minutes.',
    doc: 'It works for the agent’s own assets and for assets in conversations where it is a member.',
    answer: { status: 200, json: assetUrlAnswer },
    refusals: ['asset_not_found'],
    replayProtected: false,
  }),
} as const;
