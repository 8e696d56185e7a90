import { type Html, html } from '../../platform/html/html.js';
import { icon } from '../../platform/html/icons.js';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import { contentsOf, type Handler, show, type Visit } from '../kit/index.js';
import { GUIDE_LIST, READERS } from './guide-list.js';
import type { FoundSection, Guides } from './guides.js';
import { GUIDE_TEXTS } from './texts.js';

/** `GET /guides`: the list of the guides, and with `q` a search in them. */
export function guidesPage(guides: Guides): Handler {
  return async (visit) => {
    const texts = GUIDE_TEXTS[visit.locale];
    const q = typeof visit.query['q'] === 'string' ? visit.query['q'].trim() : '';
    if (q.length > LIMITS.searchTextCharacters) {
      throw problem('invalid_input', { fields: [{ field: 'q', code: 'too_long' }] });
    }
    const found = q === '' ? null : await guides.search(q);
    return show({
      title: texts.title,
      width: 'wide',
      body: html`<p class="lead">${texts.lead}${noteOf(visit)}</p>
${searchForm(visit, q)}${found && foundSections(visit, found)}${found === null && referenceLinks(visit)}<div class="guide-groups">
${groupsOf(visit, guides)}</div>
`,
      ...(q === '' ? {} : { robots: 'noindex' as const }),
    });
  };
}

/** `GET /guides/{name}`: a guide, beside the list of all guides and of its sections. */
export function guidePage(guides: Guides): Handler {
  return (visit) => {
    const texts = GUIDE_TEXTS[visit.locale];
    const given: unknown = visit.req.params['name'];
    const guide = guides.read(Array.isArray(given) ? given.join('/') : '');
    if (!guide) throw problem('not_found');
    const contents = contentsOf(guide);
    return show({
      title: guide.title,
      width: 'full',
      heading: 'own',
      body: html`<div class="guide">
<article lang="en" class="prose guide-text">
<h1>${guide.title}</h1>
${
  contents.length > 1 &&
  html`<details class="guide-contents"><summary lang="${visit.locale}">${texts.contents}</summary>
<ul>
${contents}</ul></details>
`
}${guide.body}</article>
<nav class="guide-list" aria-label="${texts.allGuides}">
${searchForm(visit, '')}${groupsOf(visit, guides)}</nav>
</div>
`,
    });
  };
}

function noteOf({ locale }: Visit): Html | false {
  const note = GUIDE_TEXTS[locale].onlyEnglish;
  return note !== '' && html` ${note}`;
}

function searchForm({ locale }: Visit, q: string): Html {
  const texts = GUIDE_TEXTS[locale];
  return html`<form class="guide-search" role="search" action="/guides" aria-label="${texts.search}">
<input type="search" name="q" value="${q}" maxlength="${LIMITS.searchTextCharacters}" placeholder="${texts.search}" aria-label="${texts.search}" autocomplete="off">
<button class="quiet">${icon('search')}<span class="unseen">${texts.doSearch}</span></button>
</form>
`;
}

function foundSections({ locale }: Visit, found: readonly FoundSection[]): Html {
  const texts = GUIDE_TEXTS[locale];
  if (found.length === 0) {
    return html`<p role="status"><strong>${texts.foundNothing}</strong> ${texts.foundNothingHow}</p>
`;
  }
  const items = found.map(
    ({ guide, title, path, excerpt }) => html`<li><a class="name" href="${path}">${title}</a>
${guide !== title && html`<span class="dim">${guide}</span>`}<p class="dim">${excerpt}</p></li>
`,
  );
  return html`<section aria-label="${texts.found}"><h2>${texts.found}</h2>
<ol class="rows" lang="en">
${items}</ol></section>
`;
}

function referenceLinks({ locale }: Visit): Html {
  const texts = GUIDE_TEXTS[locale];
  return html`<ul class="guide-references">
<li><a href="/docs">${texts.reference}</a><span class="dim">${texts.referenceHow}</span></li>
<li><a href="/playground">${texts.playground}</a><span class="dim">${texts.playgroundHow}</span></li>
</ul>
`;
}

function groupsOf({ locale, path }: Visit, guides: Guides): Html[] {
  const here = path.split('?')[0];
  return READERS.map((reader) => {
    const links = GUIDE_LIST[reader].map((file) => {
      const { title, path: to } = guides.linkTo(file);
      return html`<li><a href="${to}"${to === here && html` aria-current="page"`}>${title}</a></li>
`;
    });
    return html`<section><h2>${GUIDE_TEXTS[locale].readers[reader]}</h2>
<ul lang="en">
${links}</ul></section>
`;
  });
}
