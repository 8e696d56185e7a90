import { html } from '../../platform/html/html.js';
import { detailOf } from '../../registry/error-texts.js';
import type { RegisteredError } from '../../registry/errors.js';
import { pathWithNext } from './local-path.js';
import { KIT_TEXTS } from './texts.js';
import { type Moved, type Shown, seeOther, show, type Visit } from './visit.js';

/**
 * The page for an error, in the visitor's language. If the visitor only needs to sign in or prove
 * the second factor, it redirects there, and back afterwards.
 */
export function failureOf(visit: Visit, error: RegisteredError, back: string): Shown | Moved {
  if (error.code === 'unauthorized') return seeOther(pathWithNext('/account/sign-in', back));
  if (error.code === 'step_up_required') return seeOther(pathWithNext('/account/step-up', back));
  const texts = KIT_TEXTS[visit.locale];
  const delay = error.extensions.retry_after_seconds;
  if (error.code === 'not_found') return notFound(visit);
  return show({
    title: texts.failed,
    status: error.status,
    width: 'narrow',
    headers: {
      ...error.headers,
      ...(delay === undefined ? {} : { 'Retry-After': String(delay) }),
    },
    body: html`<p>${detailOf(error.code, visit.locale)}</p>
<p><a href="/">${texts.toStart}</a></p>
<p class="dim"><code>${error.code}</code> · ${texts.requestId} <code>${visit.ctx.request.id}</code></p>
`,
  });
}

/** The page for an unknown URL, or one that the visitor may not see. */
function notFound(visit: Visit): Shown {
  const texts = KIT_TEXTS[visit.locale];
  return show({
    title: texts.notFound,
    status: 404,
    width: 'narrow',
    body: html`<p>${texts.notFoundHow}</p>
<ul>
<li><a href="/">${texts.toStart}</a></li>
<li><a href="/docs">${texts.toReference}</a></li>
</ul>
<p class="dim"><code>not_found</code> · ${texts.requestId} <code>${visit.ctx.request.id}</code></p>
`,
  });
}

/** The page for a form whose token is missing or belongs to another session or browser. */
export function staleForm({ locale }: Visit, back: string): Shown {
  const texts = KIT_TEXTS[locale];
  return show({
    title: texts.staleForm,
    status: 403,
    width: 'narrow',
    body: html`<p>${texts.staleFormHow}</p>
<p><a href="${back}">${texts.openAgain}</a></p>
`,
  });
}
