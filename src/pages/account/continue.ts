import { html } from '../../platform/html/html.js';
import { problem } from '../../registry/errors.js';
import { type Handler, show } from '../kit/index.js';
import { KIT_TEXTS } from '../kit/texts.js';

/**
 * The intermediate page between a form and an OAuth authorization, which may redirect to an
 * application. Browsers apply a form's `form-action` policy to every redirect that follows it, and
 * this page ends that chain.
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
