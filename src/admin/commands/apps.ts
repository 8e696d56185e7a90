import { createApp, userIdOf } from '../../modules/identity/index.js';
import { command } from '../command.js';
import { each, required, toggle } from '../flags.js';

/**
 * `oauth-client create`: prints the secret of a confidential application once. With `--approved`,
 * the operator replaces the review, and all requested scopes are approved.
 */
export const oauthClientCreate = command(
  {
    username: required('U'),
    name: required('N'),
    'redirect-uri': each('R'),
    scopes: required('"a b"'),
    confidential: toggle,
    approved: toggle,
  },
  async (ctx, { username, name, 'redirect-uri': redirectUris, scopes, confidential, approved }) => {
    const { app, secret } = await createApp(ctx, {
      ownerId: await userIdOf(ctx, username),
      kind: confidential ? 'confidential' : 'public',
      name,
      redirectUris,
      scopes: scopes.split(/\s+/).filter((scope) => scope !== ''),
      byOperator: { approved },
    });
    return { client_id: app.clientId, ...(secret === null ? {} : { client_secret: secret }) };
  },
);
