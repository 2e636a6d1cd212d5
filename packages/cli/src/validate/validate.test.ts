import { describe, expect, it } from 'vitest';
import {
  acceptBlocks,
  blockDefinition,
  blockTypes,
  envelopeSchemas,
  handleFault,
  manifest,
  nameFault,
} from '@parley/protocol';
import { blockExamples } from './block-examples.ts';
import { envelopeExamples, manifestExample } from './document-examples.ts';
import { validateDocument } from './validate-document.ts';

const first = (document: unknown) => validateDocument(document).problems[0];

describe('the examples', () => {
  it('are of every block that an agent may send, and each passes', () => {
    const sendable = blockTypes.filter((type) => !['platform', 'nobody'].includes(blockDefinition(type).sender));
    expect(Object.keys(blockExamples).toSorted()).toEqual(sendable.toSorted());
    for (const example of Object.values(blockExamples)) {
      const verdicts = (['final', 'partial'] as const).map((mode) => acceptBlocks([example], mode));
      expect(
        verdicts.some(({ ok }) => ok),
        JSON.stringify([example, verdicts]),
      ).toBe(true);
    }
  });

  it('are of every event, and pass; and so does the manifest', () => {
    for (const [event, schema] of Object.entries(envelopeSchemas)) {
      const example = envelopeExamples[event as keyof typeof envelopeExamples];
      expect(schema.safeParse(example).error?.issues ?? [], event).toEqual([]);
    }
    expect(manifest.safeParse(manifestExample).success).toBe(true);
  });
});

describe('blocks', () => {
  it('are checked each, with a pointer into the document as it is', () => {
    const blocks = [
      { type: 'txt', text: 'hi' },
      { type: 'text', text: 'fine' },
      { type: 'card', titel: 'A' },
    ];
    const inArray = validateDocument(blocks).problems;
    expect(inArray.map(({ pointer, reason }) => [pointer, reason])).toEqual([
      ['/0/type', 'unknown_type'],
      ['/2/titel', 'unknown_field'],
    ]);
    expect(validateDocument({ blocks }).problems.map(({ pointer }) => pointer)).toEqual([
      '/blocks/0/type',
      '/blocks/2/titel',
    ]);
    expect(first({ type: 'text' })).toMatchObject({ pointer: '/text', reason: 'missing_field' });
    expect(inArray[0]?.hint).toContain('Did you mean "text"?');
  });

  it('come with what would pass and is nearest to what stands there', () => {
    expect(first([{ type: 'txt', text: 'hi' }])?.example).toEqual({ type: 'text', text: 'hi' });
    expect(first([{ type: 'table', columns: ['a', 'b'], rows: [['1']] }])?.example).toMatchObject({
      columns: ['a', 'b'],
    });
    const chart = {
      type: 'chart',
      chart_type: 'pie',
      x_key: 'x',
      series: [{ data_key: 'y' }],
      data: [{ x: 'a', y: -1 }],
    };
    expect(first([chart])).toMatchObject({
      reason: 'chart_pie_negative',
      example: { type: 'chart', chart_type: 'pie' },
    });
    for (const { example } of validateDocument([chart, { type: 'form' }, 7, { type: 'buttons', buttons: [] }])
      .problems) {
      expect(acceptBlocks([example], 'final').ok, JSON.stringify(example)).toBe(true);
    }
  });

  it('of a draft may be what only drafts hold, and the other way round', () => {
    const intent = { type: 'intent', text: 'Looking.' };
    expect(validateDocument({ partial: true, blocks: [intent] }).valid).toBe(true);
    expect(first([intent])).toMatchObject({ pointer: '/0', reason: 'intent_requires_partial' });
    expect(first([])).toMatchObject({ pointer: '', reason: 'too_few' });
    const form = blockExamples.form;
    expect(first([form, form])).toMatchObject({ pointer: '/1/form_id', reason: 'duplicate_form_id' });
  });
});

describe('a manifest', () => {
  it('passes with $schema, alone and as the body of a request', () => {
    expect(validateDocument({ $schema: 'https://parley.example/manifest.json', ...manifestExample })).toMatchObject({
      kind: 'manifest',
      valid: true,
    });
    expect(validateDocument({ manifest: manifestExample }).valid).toBe(true);
  });

  it('has all its faults told at once, each with its place and what would pass', () => {
    const { problems } = validateDocument({ ...manifestExample, handle: 'No', transport: 'webhook', acess: 'public' });
    expect(problems.map(({ pointer }) => pointer).toSorted()).toEqual(['/acess', '/handle', '/webhook_url']);
    for (const { example } of problems) expect(manifest.safeParse(example).success, JSON.stringify(example)).toBe(true);
    expect(problems[0]?.example).toMatchObject({ name: 'Tea bot' });
  });
});

describe('a manifest with a name of the platform', () => {
  it.each(['admin', 'parley', 'par-ley', 'help'])(
    'is refused for the handle %s, in the words of the server',
    (handle) => {
      const { valid, problems } = validateDocument({ ...manifestExample, handle, description: 'Mine.' });
      expect(valid).toBe(false);
      expect(problems).toEqual([
        {
          pointer: '/handle',
          reason: 'not_allowed',
          ...handleFault('admin'),
          example: { ...manifestExample, description: 'Mine.' },
        },
      ]);
    },
  );

  it('is refused for its name too, beside what else is wrong', () => {
    const about = { ...manifestExample, name: 'Parley help', handle: 'root', transport: 'pigeon' };
    const { problems } = validateDocument({ manifest: about });
    expect(problems.map(({ pointer }) => pointer)).toEqual([
      '/manifest/transport',
      '/manifest/handle',
      '/manifest/name',
    ]);
    expect(problems.at(-1)).toMatchObject({ ...nameFault('Parley help'), example: manifestExample });
  });
});

describe('an envelope', () => {
  it('is checked by its event', () => {
    expect(validateDocument(envelopeExamples['tool.result'])).toMatchObject({ kind: 'envelope', valid: true });
    const { user: _, ...rest } = envelopeExamples['message.created'];
    expect(first(rest)).toMatchObject({ pointer: '/user', reason: 'missing_field' });
    expect(first({ event: 'mesage.created' })).toMatchObject({
      pointer: '/event',
      example: { event: 'message.created' },
    });
  });
});
