import { errors } from '../library.js';

/**
 * The parameters of an authorization request, so that whatever is answered stands in the query of
 * the redirect, as the metadata say: the library would put errors into the fragment, or into a
 * page that sends itself, where a request names that or asks for other things than a code. Throws
 * the library's `invalid_request` for a request that wants another response mode.
 */
export function answeredInQuery(parameters: URLSearchParams): URLSearchParams {
  if (parameters.getAll('response_mode').some((mode) => mode !== 'query')) {
    throw new errors.InvalidRequest('response_mode must be query');
  }
  const asked = new URLSearchParams(parameters);
  asked.set('response_mode', 'query');
  const [type, ...others] = parameters.getAll('response_type');
  if (type?.includes('token') && others.length === 0) asked.set('response_type', UNSUPPORTED);
  return asked;
}

/**
 * Stands for each response type that returns a token. The library would refuse the response mode of
 * such a request first, and not name what is wrong: `unsupported_response_type` (RFC 6749 4.1.2.1).
 */
const UNSUPPORTED = 'none';
