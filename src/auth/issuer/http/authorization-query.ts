import { errors } from '../library.js';

/**
 * Changes the parameters of an authorization request so that every result is in the query of the
 * redirect, as the metadata say. For some response modes and types, the library would put errors
 * into the fragment or into a self-submitting page. Throws the library's `invalid_request` for
 * another response mode.
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
 * Replaces each response type that returns a token. Otherwise the library would reject the response
 * mode of such a request, instead of the type with `unsupported_response_type` (RFC 6749 4.1.2.1).
 */
const UNSUPPORTED = 'none';
