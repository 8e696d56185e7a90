import type { Configuration } from 'oidc-provider';
import { uiLocaleOf } from '../../../request/ui-locale.js';
import { interactionPolicy } from '../library.js';

/** The path of the pages on which a user decides. */
export const INTERACTION_PATH = '/oauth/interaction';

/**
 * The prompts before a client gets tokens: sign-in and consent. `loadApproval` decides whether an
 * earlier consent suffices. The library's own rule for native applications is removed, because it
 * would always ask, and all clients have that type.
 */
export function interactions(): Configuration['interactions'] {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.remove('native_client_prompt');
  return {
    policy,
    url(_ctx, { uid, params }) {
      const locale = uiLocaleOf(params['ui_locales']);
      return `${INTERACTION_PATH}/${uid}${locale ? `?ui_locales=${locale}` : ''}`;
    },
  };
}
