import { findOauthClient, type OauthClient } from '../../modules/identity/index.js';
import { problem } from '../../registry/errors.js';
import { isSensitive, parseScopes, type Scope } from '../../registry/scopes.js';
import { requireStepUp, requireUser } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import type { UserViewer } from '../../request/viewer.js';

/** An application's request to a user. */
export interface ConsentRequest {
  readonly client: OauthClient;
  readonly scopes: readonly Scope[];
  readonly user: UserViewer;
}

/**
 * Reads the current state of a client's request. Spec 5.3: sensitive scopes require a recent second
 * factor. Throws:
 * - `invalid_client` if the application was disabled meanwhile
 * - `invalid_scope` if it lost a scope
 * - `unauthorized` and `step_up_required`
 */
export async function readConsentRequest(
  ctx: RequestContext,
  clientId: string,
  scope: string,
): Promise<ConsentRequest> {
  const user = requireUser(ctx);
  const client = await findOauthClient(ctx.platform.db, clientId);
  if (!client) throw problem('invalid_client');
  const scopes = parseScopes(scope);
  if (!scopes.every((asked) => client.scopes.includes(asked))) throw problem('invalid_scope');
  if (scopes.some(isSensitive)) requireStepUp(ctx);
  return { client, scopes, user };
}
