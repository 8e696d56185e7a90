import { createToken, grantsOf, userIdOf } from '../../modules/identity/index.js';
import { problem } from '../../registry/errors.js';
import { parseScopes } from '../../registry/scopes.js';
import { isId } from '../../request/ids.js';
import { command } from '../command.js';
import { each, required, toggle, wholeNumber } from '../flags.js';

const LONGEST_LIFETIME_SECONDS = 10 * 365 * 24 * 60 * 60;

/**
 * `token create`: prints the secret once. An unknown scope or mod is an error, and creates no
 * token.
 */
export const tokenCreate = command(
  {
    username: required('U'),
    scopes: required('"a b"'),
    mod: each('ID'),
    'ttl-seconds': wholeNumber('N', { max: LONGEST_LIFETIME_SECONDS, otherwise: null }),
    aal2: toggle,
  },
  async (ctx, { username, scopes, mod, 'ttl-seconds': lifetimeSeconds, aal2 }) => {
    if (!mod.every(isId)) throw problem('not_found', { log: 'a --mod is no id' });
    const token = await createToken(ctx, {
      userId: await userIdOf(ctx, username),
      name: ctx.request.id,
      scopes: parseScopes(scopes),
      modIds: mod.length > 0 ? mod : null,
      lifetimeSeconds,
      aal2,
    });
    return {
      token: token.secret,
      token_id: token.id,
      scopes: token.scopes,
      resource_grants: grantsOf(token.modIds),
      expires_at: token.expiresAt,
    };
  },
);
