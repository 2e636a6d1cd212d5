import { describe, expect, it } from 'vitest';
import { readTraceHeaders } from './trace-context.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('the headers of a trace', () => {
  it('are read as they are, the state with its parent', () => {
    expect(readTraceHeaders(traceparent, undefined)).toEqual({ traceparent });
    expect(readTraceHeaders(traceparent, 'vendor=1')).toEqual({ traceparent, tracestate: 'vendor=1' });
  });

  it.each([undefined, '', 'x', traceparent.slice(1), `${traceparent}0`, `${traceparent}\n`, traceparent.toUpperCase()])(
    'are none where the parent is %j',
    (bad) => expect(readTraceHeaders(bad, 'vendor=1')).toBeNull(),
  );

  it.each([traceparent.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)), traceparent.replace('00-', 'ff-')])(
    'are none where the standard forbids the value %s',
    (bad) => expect(readTraceHeaders(bad, undefined)).toBeNull(),
  );

  it.each(['', 'a\r\nb', 'ü', 'x'.repeat(513)])('leave out the state %j', (state) =>
    expect(readTraceHeaders(traceparent, state)).toEqual({ traceparent }),
  );
});
