import type { RequestHandler } from 'express';
import { pageHeaders, renderPage } from '../platform/html/frame.js';
import { html } from '../platform/html/html.js';
import { renderFooter, renderMasthead } from '../platform/html/masthead.js';

/** The options of the landing page. */
export interface LandingPageOptions {
  /** The address that clients use for the service, without a trailing slash. */
  readonly publicUrl: string;
}

/** Serves `/`: a short description with links, for people with a browser. */
export function landingPage({ publicUrl }: LandingPageOptions): RequestHandler {
  const page = renderPage({ locale: 'en', title: 'modport', body: bodyOf(publicUrl) });
  return (_req, res) => {
    res.set(pageHeaders());
    res.setHeader('Cache-Control', 'public, max-age=300');
    res.type('html').send(page);
  };
}

const LINKS = [
  ['/docs', 'API reference', 'Read about every REST operation and try it in the browser.'],
  ['/playground', 'Playground', 'Try the GraphQL API in the browser, with or without a token.'],
  ['/v1/openapi.json', 'API document', 'The same reference as OpenAPI 3.1, for tools.'],
  ['/v1/games', 'Games', 'The supported games, with their loaders and versions.'],
  ['/v1/mods', 'Mods', 'The catalog. Search it, or filter by game, loader and version.'],
  ['/healthz', 'Health', 'Shows whether the service is running.'],
] as const;

function bodyOf(publicUrl: string) {
  const links = LINKS.map(
    ([
      path,
      name,
      what,
    ]) => html`<li><a href="${path}"><strong>${name}</strong><span>${what}</span></a></li>
`,
  );
  return html`${renderMasthead({ locale: 'en' })}<main id="content">
<h1>modport</h1>
<p class="lead">A registry for game mods: a catalog, install plans, verified downloads, uploads and
publishing, over REST and GraphQL.</p>
<ul>
${links}</ul>
<h2>From a terminal</h2>
<pre><code>curl '${publicUrl}/v1/mods?limit=5'</code></pre>
<h2>With your token</h2>
<p>You can read the public catalog without an account. To change anything, send a token:</p>
<pre><code>curl '${publicUrl}/v1/mods?limit=5' \\
  -H "Authorization: Bearer $TOKEN"</code></pre>
</main>
${renderFooter({ locale: 'en' })}`;
}
