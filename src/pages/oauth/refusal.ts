import type { OauthFailure } from '../../auth/issuer/index.js';
import { html } from '../../platform/html/html.js';
import { detailOf } from '../../registry/error-texts.js';
import { facts, type Handler, show } from '../kit/index.js';
import { DECISION_TEXTS } from './texts.js';

/**
 * The page for an invalid authorization request whose error must not go to the application (RFC
 * 6749 4.1.2.1).
 */
export function refusalPage({ error, description, problem }: OauthFailure): Handler {
  return ({ locale, ctx }) => {
    const texts = DECISION_TEXTS[locale];
    const delay = problem.extensions.retry_after_seconds;
    return show({
      title: texts.refused,
      width: 'narrow',
      status: problem.status,
      headers: {
        ...problem.headers,
        ...(delay === undefined ? {} : { 'Retry-After': String(delay) }),
      },
      body: html`<p>${texts.refusedHow}</p>
<p>${detailOf(problem.code, locale)}</p>
${facts([
  ['error', html`<code>${error}</code>`],
  ...(description === null ? [] : [['error_description', description] as const]),
  ['request_id', html`<code>${ctx.request.id}</code>`],
])}`,
    });
  };
}
