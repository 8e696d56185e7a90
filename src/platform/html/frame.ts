import type { Locale } from '../../registry/error-texts.js';
import { type Html, html } from './html.js';
import { PASSKEY_SCRIPT, SCRIPT, STYLESHEET } from './site-assets.js';

/** The script of a page: true is that of the site, `passkeys` only that of passkeys, false none. */
export type PageScript = boolean | 'passkeys';

/** A document of the site. */
export interface Page {
  readonly locale: Locale;
  readonly title: string;
  readonly body: Html;
  /** Further elements for the head. */
  readonly head?: Html | undefined;
  readonly scripts?: PageScript;
}

/** Renders a complete document with the style of the site. */
export function renderPage({ locale, title, body, head, scripts = false }: Page): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${
  html`<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLESHEET.path}">
${scripts && html`<script src="${pathOf(scripts)}" defer></script>\n`}${head}`.text
}</head>
<body>
${body.text}
</body>
</html>
`;
}

function pathOf(scripts: PageScript): string {
  return (scripts === 'passkeys' ? PASSKEY_SCRIPT : SCRIPT).path;
}

/** The policy of a document that is no page, such as a feed: it loads nothing and runs nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The part of a policy that differs between pages. */
export interface PolicyOptions {
  /**
   * The allowed targets of forms and their redirects, as a value of `form-action`. By default only
   * this origin.
   */
  readonly formAction?: string;
  /** By default `no-referrer`. */
  readonly referrerPolicy?: 'no-referrer' | 'same-origin';
  readonly scripts?: PageScript;
}

/**
 * The headers of a page. They forbid embedding in frames and everything that is not of this origin.
 * Scripts run only on pages that ask for one.
 */
export function pageHeaders(options: PolicyOptions = {}): Record<string, string> {
  const { formAction = "'self'", referrerPolicy = 'no-referrer', scripts = false } = options;
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      ...(scripts ? ["script-src 'self'"] : []),
      // The script of passkeys sends no requests.
      ...(scripts === true ? ["connect-src 'self'"] : []),
      "img-src 'self'",
      "base-uri 'none'",
      `form-action ${formAction}`,
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': referrerPolicy,
  };
}
