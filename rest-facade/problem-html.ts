import { pageHeaders, renderPage } from '../src/platform/html/frame.js';
import { type Html, html } from '../src/platform/html/html.js';
import { renderFooter, renderMasthead } from '../src/platform/html/masthead.js';
import type { Locale } from '../src/registry/error-texts.js';

/** The headers of the pages of errors. */
export const PAGE_HEADERS = pageHeaders();

/** A page about errors. */
export function pageOf(locale: Locale, title: string, content: Html): string {
  return renderPage({
    locale,
    title: `${title} · modport`,
    body: html`${renderMasthead({ locale })}<main id="content" class="problems" tabindex="-1">
${content}
</main>
${renderFooter({ locale })}`,
  });
}
