import type { RequestHandler } from 'express';
import { createFrame } from '../platform/html/frame.js';
import { html } from '../platform/html/html.js';

/** The options of the landing page. */
export interface LandingPageOptions {
  /** The address that clients use for the service, without a trailing slash. */
  readonly publicUrl: string;
}

/** Serves `/`: a short description with links, for people with a browser. */
export function landingPage({ publicUrl }: LandingPageOptions): RequestHandler {
  const page = FRAME.render({ locale: 'en', title: 'modport', body: bodyOf(publicUrl) });
  return (_req, res) => {
    res.set(FRAME.headers);
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

const FRAME = createFrame({
  style: `
main { max-width: 46rem; margin: 0 auto; padding: 4.5rem 1.25rem 3rem; }
h1 { margin: 0; font-size: 2.75rem; line-height: 1.1; letter-spacing: -0.03em; }
h2 { margin: 2.75rem 0 0.75rem; font-size: 1.1rem; }
p { margin: 0.75rem 0; }
.lead { font-size: 1.2rem; color: var(--dim); max-width: 36rem; }
ul { list-style: none; margin: 2.25rem 0 0; padding: 0; display: grid; gap: 0.75rem;
  grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); }
li:first-child { grid-column: 1 / -1; }
li a { display: block; height: 100%; padding: 0.9rem 1rem; border: 1px solid var(--line);
  border-radius: 0.6rem; background: var(--card); color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { border-color: var(--accent); }
li strong { display: block; color: var(--accent); }
li span { display: block; font-size: 0.9rem; color: var(--dim); }
pre, code { font: 0.875rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0.5rem 0 0; padding: 0.9rem 1rem; overflow-x: auto; border: 1px solid var(--line);
  border-radius: 0.6rem; background: var(--code); }
`,
});

function bodyOf(publicUrl: string) {
  const links = LINKS.map(
    ([
      path,
      name,
      what,
    ]) => html`<li><a href="${path}"><strong>${name}</strong><span>${what}</span></a></li>
`,
  );
  return html`<main>
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
</main>`;
}
