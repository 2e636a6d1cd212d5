import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { bodyExamples } from './examples/bodies.ts';
import { publishedSchemas } from './published-schemas.ts';

const schemas = publishedSchemas();
const samples = {
  manifest: bodyExamples.registerAgent.manifest,
  reply: bodyExamples.reply,
  task: bodyExamples.updateTask,
  proactive: bodyExamples.sendProactive,
};
const block = { type: 'text', text: 'x' };
const validator = (name: string) => {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  return ajv.compile(schemas[`/schemas/v1/${name}.schema.json`] as object);
};

describe('§27 the published schemas', () => {
  it.each(Object.entries(samples))('of a %s takes what the server takes, and no unknown member', (name, sample) => {
    const isGood = validator(name);
    expect([isGood(sample), isGood.errors]).toEqual([true, null]);
    for (const bad of [{ ...sample, unknown: 1 }, { ...sample, version: '2' }, {}, null, []])
      expect(isGood(bad), JSON.stringify(bad)).toBe(false);
  });

  it.each(['reply', 'task', 'proactive'] as const)('of a %s checks its blocks', (name) => {
    const isGood = validator(name);
    const having = (blocks: unknown) => isGood({ ...samples[name], blocks });
    expect(having([block])).toBe(true);
    expect(having(Array.from({ length: 50 }, () => block))).toBe(true);
    for (const bad of [[], [{ type: 'text', text: 7 }], [{ type: 'none' }], [{ ...block, more: 1 }], 'x'])
      expect(having(bad), JSON.stringify(bad)).toBe(false);
    expect(having(Array.from({ length: 51 }, () => block))).toBe(false);
  });
});
