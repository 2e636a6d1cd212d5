import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readOffers } from './offers-file.ts';

const offer = { id: 'house', name: 'House', url: 'https://models.example/v1', models: ['small'] };

async function read(content: unknown) {
  const modelsFile = join(await mkdtemp(join(tmpdir(), 'parley-offers-')), 'models.json');
  await writeFile(modelsFile, typeof content === 'string' ? content : JSON.stringify(content));
  return readOffers({ modelsFile, variable: (name) => (name === 'HOUSE_KEY' ? 'sk-house' : null) });
}

it('reads the models that the operator offers, with the key from the environment', async () => {
  const offers = await read({ models: [{ ...offer, key: '${env:HOUSE_KEY}', dailyLimit: 3 }] });
  expect([...offers.values()]).toEqual([
    {
      offerId: 'house',
      name: 'House',
      url: offer.url,
      key: 'sk-house',
      models: ['small'],
      dailyLimit: 3,
      prices: null,
      images: false,
    },
  ]);
});

it('reads whether they read images', async () => {
  const offers = await read({ models: [offer, { ...offer, id: 'seeing', images: true }] });
  expect([...offers.values()].map(({ images }) => images)).toEqual([false, true]);
});

it('offers nothing without a file', () => {
  expect(readOffers({ modelsFile: null, variable: () => null }).size).toBe(0);
});

it.each([
  ['no JSON', '{', 'it is not JSON'],
  ['a field that there is not', { models: [{ ...offer, secret: 'sk-1' }] }, 'at /models/0'],
  ['an id twice', { models: [offer, offer] }, 'at /models/1/id: the id house is taken'],
  ['a variable that is not set', { models: [{ ...offer, key: '${env:OTHER}' }] }, 'at /models/0/key: The environment'],
  ['no web address', { models: [{ ...offer, url: 'models.example' }] }, 'at /models/0/url'],
  ['images that are neither true nor false', { models: [{ ...offer, images: 'yes' }] }, 'at /models/0/images'],
  ['no model', { models: [{ ...offer, models: [] }] }, 'at /models/0/models'],
])('names the place of a mistake: %s', async (_, content, words) => {
  await expect(read(content)).rejects.toThrow(words);
});
