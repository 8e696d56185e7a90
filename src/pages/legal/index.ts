import { Router } from 'express';
import { html } from '../../platform/html/html.js';
import { LEGAL_NAMES, type Legal } from '../../platform/legal.js';
import { problem } from '../../registry/errors.js';
import { type Handler, type PageKit, renderMarkdownFile, show } from '../kit/index.js';

/** The legal texts of the operator as pages, mounted at `/legal`. An absent text is 404. */
export function legalPages(kit: PageKit): Router {
  const router = Router({ caseSensitive: true });
  router.get('/:name', kit.page(legalPage(kit.platform.legal)));
  return router;
}

function legalPage(legal: Legal): Handler {
  return (visit) => {
    const name = LEGAL_NAMES.find((known) => known === visit.req.params['name']);
    const text = name ? legal.read(name, visit.locale) : null;
    if (!text) throw problem('not_found');
    const { title, body } = renderMarkdownFile(`${name}.md`, text.source, addressOf);
    return show({
      title,
      heading: 'own',
      body: html`<article lang="${text.language}" class="prose">
<h1>${title}</h1>
${body}</article>
`,
    });
  };
}

/** A legal text may link another one by its file. */
function addressOf(file: string): string | null {
  const name = LEGAL_NAMES.find((known) => file === `${known}.md`);
  return name ? `/legal/${name}` : null;
}
