import { type Html, html } from '../../platform/html/html.js';
import type { RenderMarkdown } from '../../platform/html/markdown-pool.js';
import { bestOf, type LanguageTexts, type Visit } from '../kit/index.js';
import { MOD_TEXTS } from './texts/mod.js';

/**
 * Renders the text in the language that fits `locale` best (`bestOf`), with a note if it is not the
 * language of the page. Null without a text. Counts against the share of the rendering threads that
 * the actor in `ctx` has.
 */
export async function prose(
  render: RenderMarkdown,
  { ctx, locale }: Visit,
  texts: LanguageTexts,
): Promise<Html | null> {
  const best = bestOf(texts, locale);
  if (best === null || best.text.trim() === '') return null;
  const isOther = best.language !== locale;
  const rendered = await render(best.text, ctx.viewer.actor);
  return html`${isOther && html`<p class="dim">${MOD_TEXTS[locale].otherLanguage}</p>\n`}<div class="prose" dir="auto"${isOther && html` lang="${best.language}"`}>
${rendered}</div>
`;
}
