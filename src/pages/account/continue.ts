import { html } from '../../platform/html/html.js';
import { problem } from '../../registry/errors.js';
import { type Handler, show } from '../kit/index.js';
import { KIT_TEXTS } from '../kit/texts.js';

/**
 * The stopover between a form and an OAuth authorization, which may end at an application: browsers
 * hold every redirect that follows a form to the form's own policy, and this page ends that chain.
 */
export const continuePage: Handler = ({ next, locale }) => {
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
