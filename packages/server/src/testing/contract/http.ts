/** What JSON.parse gives: tests reach into answers freely, and what they assert is the check. */
export type Json = ReturnType<typeof JSON.parse>;

/** An answer, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The body as it came. */
  text: string;
  /** The body parsed, or null where it is not JSON. */
  body: Json;
}

/** Makes one request, follows no redirect and reads the whole answer. */
export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') && text !== '';
  return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : null };
}

/** The refusal inside an answer without what differs between any two: the request's own id. */
export function refusalOf(answer: Answer): Json {
  const { requestId: _human, request_id: _agent, ...rest } = answer.body.error;
  return rest;
}
