import { type Html, html } from './html.js';
import { SCRIPT, STYLESHEET } from './site-assets.js';

/** A document of the site. */
export interface Page {
  readonly locale: string;
  readonly title: string;
  readonly body: Html;
  /** Further elements for the head. */
  readonly head?: Html | undefined;
  /** Whether the page loads the script of the site. */
  readonly scripts?: boolean;
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
${scripts && html`<script src="${SCRIPT.path}" defer></script>\n`}${head}`.text
}</head>
<body>
${body.text}
</body>
</html>
`;
}

/** The part of a policy that differs between pages. */
export interface PolicyOptions {
  /** The allowed targets of forms and their redirects, as a value of `form-action`. */
  readonly formAction?: string;
  readonly referrerPolicy?: 'no-referrer' | 'same-origin';
  /** Whether the page loads the script of the site. */
  readonly scripts?: boolean;
}

/**
 * The headers of a page. They forbid embedding in frames and everything that is not of this origin.
 * Scripts run only on pages that ask for the script of the site.
 */
export function pageHeaders(options: PolicyOptions = {}): Record<string, string> {
  const { formAction = "'self'", referrerPolicy = 'no-referrer', scripts = false } = options;
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      ...(scripts ? ["script-src 'self'", "connect-src 'self'"] : []),
      "img-src 'self'",
      "base-uri 'none'",
      `form-action ${formAction}`,
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': referrerPolicy,
  };
}
