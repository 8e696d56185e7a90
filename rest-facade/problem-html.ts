import { createFrame } from '../src/platform/html/frame.js';
import { type Html, html } from '../src/platform/html/html.js';
import type { Locale } from '../src/registry/error-texts.js';

const FRAME = createFrame({
  style: `
main { max-width: 52rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { margin: 0 0 0.5rem; font-size: 2rem; line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin: 2.5rem 0 0.25rem; font-size: 1.1rem; }
.lead { font-size: 1.1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.5rem 1.5rem; margin: 1.5rem 0;
  padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--card); }
dt { color: var(--dim); }
dd { margin: 0; }
ul { list-style: none; margin: 0; padding: 0; }
li { padding: 0.7rem 0; border-bottom: 1px solid var(--line); }
li p { margin: 0.15rem 0 0; color: var(--dim); }
`,
});

/** The headers of the pages of errors. */
export const PAGE_HEADERS = FRAME.headers;

/** A page about errors. */
export function pageOf(locale: Locale, title: string, content: Html): string {
  return FRAME.render({
    locale,
    title,
    body: html`<main>
${content}
</main>`,
  });
}
