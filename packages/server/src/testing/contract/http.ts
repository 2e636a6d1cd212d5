/** The result of JSON.parse. Tests read members freely; their assertions are the check. */
export type Json = ReturnType<typeof JSON.parse>;

/** A complete answer. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The body as text. */
  text: string;
  /** The parsed body, or null if it is not JSON. */
  body: Json;
}

/** Sends one request, follows no redirect and reads the whole answer. */
export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : null };
}

/** Returns the refusal in an answer without the request's id, so that two refusals can be compared. */
export function refusalOf(answer: Answer): Json {
  const { requestId: _human, request_id: _agent, ...rest } = answer.body.error;
  return rest;
}
