import { z } from 'zod';
import { uploadedAsset } from '../requests/agent-calls.ts';
import { asset, assetUrlAnswer } from '../requests/assets.ts';
import { itemOf } from '../requests/pages.ts';
import { neededQuery } from './query.ts';
import { agent, human, open } from './route.ts';

/** Files: what people and agents upload, and who may read it. */
export const assetRoutes = {
  uploadAsset: human({
    method: 'POST',
    path: '/v1/assets',
    summary: 'Upload a file: multipart/form-data with one part, file, of at most 25 MiB.',
    takes: 'file',
    answer: { status: 201, json: itemOf(asset) },
    refusals: ['malformed_request', 'quota_exceeded'],
  }),
  downloadAsset: human({
    method: 'GET',
    path: '/v1/assets/{assetId}',
    summary: 'The bytes of an asset, or a range of them.',
    answer: { status: 200, media: '*/*' },
    refusals: ['asset_not_found', 'range_not_satisfiable'],
  }),
  downloadSignedAsset: open({
    method: 'GET',
    path: '/v1/assets/{assetId}/signed',
    summary:
      'The bytes of an asset by a link that an agent was given; it needs no session and ends after five minutes.',
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
    takes: 'file',
    answer: { status: 201, json: uploadedAsset },
    refusals: ['malformed_request', 'quota_exceeded'],
    replayProtected: false,
  }),
  getAssetUrl: agent({
    method: 'GET',
    path: '/hooks/v1/assets/{assetId}/url',
    summary: 'A link to the bytes of an asset that is good for five minutes.',
    answer: { status: 200, json: assetUrlAnswer },
    refusals: ['asset_not_found'],
    replayProtected: false,
  }),
} as const;
