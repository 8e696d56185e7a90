import { renderFooter, renderMasthead } from '../../src/platform/html/masthead.js';
import type { LegalName } from '../../src/platform/legal.js';
import type { Assets } from './assets.js';

/** The inputs of the reference page. */
export interface ApiReferenceParameters {
  /** The path of the OpenAPI document on the same origin. */
  readonly document: string;
  /** The path of the page's files. */
  readonly folder: string;
  readonly assets: Assets;
  /** The legal texts that the footer links. */
  readonly legal: readonly LegalName[];
}

/**
 * Renders the HTML of the reference page. Its scripts then show the OpenAPI document; the library
 * and all other files come from the service itself.
 */
export function renderApiReference({
  document,
  folder,
  assets,
  legal,
}: ApiReferenceParameters): string {
  const at = ({ file }: Assets[keyof Assets]) => `${folder}/${file}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>modport API reference</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${at(assets.libraryStyle)}">
<link rel="stylesheet" href="${at(assets.style)}">
<script src="${at(assets.library)}" defer></script>
<script src="${at(assets.script)}" defer></script>
</head>
<body>
${renderMasthead({ locale: 'en', path: document }).text}<div class="reference-bar">
<h1>API reference</h1>
<p><a href="/guides">Guides</a> <a href="${document}">OpenAPI document</a> <a href="/playground">GraphQL playground</a></p>
</div>
<noscript><p class="notice">This page needs JavaScript to show the reference. All that it shows is in
<a href="${document}">the OpenAPI document</a>.</p></noscript>
<main id="content" tabindex="-1"><div id="reference" data-document="${document}"></div></main>
${renderFooter({ locale: 'en', legal }).text}
</body>
</html>
`;
}

/**
 * The Content-Security-Policy of the page: only its own origin, no inline script and no `eval`. The
 * library draws its icons from `data:` addresses.
 */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
