import { problem } from '../../src/registry/errors.js';
import { identifiesClient } from '../client-identity.js';
import { contextOf, type Exchange } from '../exchange.js';
import { headerOf } from '../headers.js';

/**
 * Requires the client identity of an authenticated write (Spec 5.5). It comes before the credential
 * is checked, so an unidentified client learns nothing and uses up no limit.
 * Throws `invalid_client_identity`.
 */
export function checkIdentity({ req, route, facts }: Exchange): void {
  if (route.operation.kind !== 'mutation' || facts.authorization === undefined) return;
  const identified = identifiesClient({
    authorization: facts.authorization,
    userAgent: headerOf(req, 'user-agent'),
    client: headerOf(req, 'x-service-client'),
    clientVersion: headerOf(req, 'x-service-client-version'),
  });
  if (!identified) throw problem('invalid_client_identity');
}

/**
 * With OAuth the token's own `client_id` is authoritative; a name in the headers of a write must be
 * the same (Spec 5.5). Throws `invalid_client_identity`.
 */
export function matchIdentity(exchange: Exchange): void {
  const { viewer } = contextOf(exchange);
  const named = headerOf(exchange.req, 'x-service-client');
  const clientId = viewer.kind === 'user' ? viewer.credential.clientId : null;
  if (exchange.route.operation.kind !== 'mutation' || named === undefined) return;
  if (clientId !== null && clientId !== named) throw problem('invalid_client_identity');
}
