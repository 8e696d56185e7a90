import type { Configuration } from 'oidc-provider';
import { uiLocaleOf } from '../../../request/ui-locale.js';
import { interactionPolicy } from '../library.js';

/** Where the pages are that a user decides on. */
export const INTERACTION_PATH = '/oauth/interaction';

/**
 * What a user is asked before a client gets anything: to sign in, and to consent. When a consent
 * from before is enough, `loadApproval` says; the library's own rule about native applications
 * would ask every time, as all of ours are of that kind.
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
