import { html } from '../../platform/html/html.js';
import { problem } from '../../registry/errors.js';
import { isId, lowerCaseId } from '../../request/ids.js';
import {
  type PageKit,
  type PageReply,
  redirectTo,
  show,
  textOf,
  type Visit,
} from '../kit/index.js';
import { MOD_PATHS } from './addresses.js';
import { readNamesakes } from './data.js';
import { localText } from './mod-frame.js';
import { MOD_TEXTS } from './texts/mod.js';

/**
 * Leads from the slug of a mod, or its id in capitals, to the same page at its lasting address. A
 * slug may change and may belong to mods of several games, so the redirect is temporary and there
 * may be a choice. Throws `not_found` if no published mod has the slug.
 */
export async function slugPage(kit: PageKit, visit: Visit, slug: string): Promise<PageReply> {
  const { pathname, search } = new URL(visit.path, 'http://local.invalid');
  const rest = pathname
    .split('/')
    .slice(3)
    .map((part) => `/${part}`)
    .join('');
  const addressOf = (id: string) => `${MOD_PATHS.mod(id)}${rest}${search}`;
  const id = lowerCaseId(slug);
  if (isId(id)) return redirectTo(addressOf(id), { status: 302 });
  const mods = await readNamesakes(kit, visit, slug);
  const [only] = mods;
  if (!only) throw problem('not_found');
  if (mods.length === 1) return redirectTo(addressOf(only.id), { status: 302 });
  const texts = MOD_TEXTS[visit.locale];
  const rows = mods.map(
    (
      mod,
    ) => html`<li><a class="name" href="${addressOf(mod.id)}">${mod.game.name}: ${localText(mod.title, visit)}</a>
<p class="dim">${textOf(mod.summary, visit.locale)}</p></li>
`,
  );
  return show({
    title: texts.slugTitle(slug),
    robots: 'noindex',
    body: html`<p class="lead">${texts.slugWhich}</p>
<ul class="rows">
${rows}</ul>
`,
  });
}
