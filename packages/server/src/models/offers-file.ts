import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { modelPrices } from '@parley/protocol';
import type { Config } from '../platform/settings/config.ts';
import { fill, readTemplate } from '../actions/tools/template.ts';
import type { Offer, Offers } from './model.ts';

const entry = z.strictObject({
  id: z
    .string()
    .max(64)
    .regex(/^[a-z0-9][a-z0-9_-]*$/),
  name: z.string().min(1).max(80),
  url: z.string().min(1).max(2000),
  key: z.string().min(1).max(4000).optional(),
  models: z.array(z.string().min(1).max(300)).min(1).max(100),
  dailyLimit: z.int().min(1).max(1_000_000).optional(),
  prices: modelPrices.optional(),
  images: z.boolean().default(false),
});
const file = z.strictObject({ models: z.array(entry).max(100) });

/**
 * Reads the models that the operator offers, from `PARLEY_MODELS_FILE`, with the variables in its keys and addresses
 * filled in. Throws an `Error` that names the file and the place of a mistake, and quotes no key.
 */
export function readOffers({ modelsFile, variable }: Pick<Config, 'modelsFile' | 'variable'>): Offers {
  if (modelsFile === null) return new Map();
  const offers = new Map<string, Offer>();
  for (const [index, { id, name, url, key, models, dailyLimit, prices, images }] of parsed(modelsFile).entries()) {
    const place = `/models/${index}`;
    if (offers.has(id)) throw faulty(modelsFile, `${place}/id`, `the id ${id} is taken.`);
    const filled = (text: string, where: string) => filledIn(modelsFile, `${place}/${where}`, text, variable);
    offers.set(id, {
      offerId: id,
      name,
      url: webAddress(modelsFile, `${place}/url`, filled(url, 'url')),
      key: key === undefined ? null : filled(key, 'key'),
      models,
      dailyLimit: dailyLimit ?? null,
      prices: prices ?? null,
      images,
    });
  }
  return offers;
}

function parsed(path: string): z.infer<typeof file>['models'] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw faulty(path, '', code === undefined ? 'it is not JSON.' : `it cannot be read (${code}).`);
  }
  const { success, data, error } = file.safeParse(value);
  if (success) return data.models;
  const [issue] = error.issues;
  const place = (issue?.path ?? []).map((key) => `/${String(key)}`).join('');
  throw faulty(path, place, issue?.message ?? 'it is not of the form that it should have.');
}

function filledIn(path: string, place: string, text: string, variable: Config['variable']): string {
  try {
    const template = readTemplate(text, { variable, secret: () => undefined, fields: false });
    return fill(template, () => '');
  } catch (error) {
    throw faulty(path, place, error instanceof Error ? error.message : 'it cannot be used.');
  }
}

function webAddress(path: string, place: string, text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw faulty(path, place, 'it is no http or https address.');
}

function faulty(path: string, place: string, reason: string): Error {
  return new Error(`The models file ${path} cannot be used${place === '' ? '' : ` at ${place}`}: ${reason}`);
}
