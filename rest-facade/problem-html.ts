import { pageHeaders, renderPage } from '../src/platform/html/frame.js';
import { type Html, html } from '../src/platform/html/html.js';
import { renderFooter, renderMasthead } from '../src/platform/html/masthead.js';
import type { LegalName } from '../src/platform/legal.js';
import type { Locale } from '../src/registry/error-texts.js';

/** The headers of the pages of errors. */
export const PAGE_HEADERS = pageHeaders();

/** The parts of a page about errors. */
interface ProblemPage {
  readonly locale: Locale;
  readonly title: string;
  readonly content: Html;
  /** The legal texts that its footer links. */
  readonly legal: readonly LegalName[];
}

/** A page about errors. */
export function pageOf({ locale, title, content, legal }: ProblemPage): string {
  return renderPage({
    locale,
    title: `${title} · modport`,
    body: html`${renderMasthead({ locale })}<main id="content" class="problems" tabindex="-1">
${content}
</main>
${renderFooter({ locale, legal })}`,
  });
}
