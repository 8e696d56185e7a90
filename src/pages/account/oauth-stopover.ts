import { html } from '../../platform/html/html.js';
import { problem } from '../../registry/errors.js';
import { type Handler, show } from '../kit/index.js';
import { KIT_TEXTS } from '../kit/texts.js';

/**
 * The page between a form and an OAuth authorization, which may redirect to an application. The
 * browser continues from here at once. Browsers apply the `form-action` policy of a form to every
 * redirect that follows it, and this page ends that chain. `sendReply` redirects here. Throws
 * `not_found` if `next` is not a path of OAuth.
 */
export const oauthStopoverPage: Handler = ({ next, locale }) => {
  if (!next?.startsWith('/oauth/')) throw problem('not_found');
  const texts = KIT_TEXTS[locale];
  return show({
    title: texts.continuing,
    width: 'narrow',
    goOn: next,
    body: html`<p><a href="${next}">${texts.goOn}</a></p>
`,
  });
};
