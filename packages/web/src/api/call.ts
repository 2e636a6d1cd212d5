import { addressOf, type RouteCall, type RouteJson, type RouteName, type Routes } from '@parley/protocol';
import { request, type RequestOptions } from './request.ts';

type Options = Omit<RequestOptions, 'body'>;

/**
 * Calls a route of the contract as the signed-in person.
 *
 * @example const { item } = await call('getAgent', { params: { agentId } });
 * @throws {RequestError} for every answer that is not 2xx, and if there is no answer.
 */
export function call<Name extends RouteName>(
  name: Name,
  ...[input = {} as RouteCall<Name> & Options]: Record<never, never> extends RouteCall<Name>
    ? [input?: RouteCall<Name> & Options]
    : [input: RouteCall<Name> & Options]
): Promise<RouteJson<Routes[Name]>> {
  const options: RequestOptions & { readonly params?: object; readonly query?: object } = input;
  const { method, path } = addressOf(name, options);
  return request(method, path, options);
}
