import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import type { PageKit, Visit } from '../kit/index.js';
import { MOD_PATHS } from './addresses.js';
import { readHead, readPlan, readTitles } from './data.js';
import { filterIn, idIn, oneOf, optionsOf, orWayBack, select, wayBack } from './filters.js';
import { showModPage, titleOf } from './mod-frame.js';
import { planView } from './plan-view.js';
import type { ShownHead } from './shapes.js';
import { PLAN_TEXTS } from './texts/plan.js';
import { VERSION_TEXTS } from './texts/versions.js';

const CHANNELS = ['release', 'beta', 'alpha'] as const;

/** The choice of a visitor for the preview of an installation. */
interface Choice {
  readonly gameVersion: string | null;
  readonly loader: string | null;
  readonly releaseChannel: (typeof CHANNELS)[number];
  readonly includeOptional: boolean;
  /** The id of the version to install; the newest that fits if null. */
  readonly version: string | null;
}

/** Shows the files that an installation of a mod would bring, or why none is possible. */
export function planPage(kit: PageKit): RequestHandler {
  return kit.page(
    (visit) => {
      const modId = idIn(visit, 'id');
      const texts = PLAN_TEXTS[visit.locale];
      const { odd: title, oddWhat: why, toStart: label } = texts;
      const back = { title, why, label, to: MOD_PATHS.plan(modId) };
      const channel = filterIn(visit, 'channel');
      const releaseChannel = oneOf(CHANNELS, channel ?? 'release');
      if (releaseChannel === null) return wayBack(visit, back);
      const choice: Choice = {
        gameVersion: filterIn(visit, 'game_version'),
        loader: filterIn(visit, 'loader'),
        releaseChannel,
        includeOptional: filterIn(visit, 'optional') !== null,
        version: filterIn(visit, 'version'),
      };
      return orWayBack(visit, back, () => preview(kit, visit, modId, choice));
    },
    { rates: ['plan'] },
  );
}

async function preview(kit: PageKit, visit: Visit, modId: string, choice: Choice) {
  const mod = await readHead(kit, visit, modId);
  const { version, ...filters } = choice;
  const selected =
    version === null ? { modIds: [modId] } : { versions: [{ modId, versionId: version }] };
  const input = { gameSlug: mod.game.slug, ...filters, ...selected };
  const plan = await readPlan(kit, visit, input);
  const named = [...plan.conflicts.flatMap(({ modIds }) => modIds), ...modsWithoutItem(plan)];
  const titles = await readTitles(kit, visit, named);
  const texts = PLAN_TEXTS[visit.locale];
  const title = texts.title(titleOf(mod, visit));
  return showModPage(visit, {
    mod,
    current: 'plan',
    title,
    metadata: { path: MOD_PATHS.plan(modId), title, description: texts.lead },
    robots: 'noindex',
    body: html`<h2 class="plan-title">${title}</h2>
<p class="dim">${texts.lead}</p>
${choiceForm(visit, mod, choice)}${planView(visit, plan, titles)}`,
  });
}

/** The ids of mods that the reasons of the plan name, but that have no item of their own. */
function modsWithoutItem(plan: Awaited<ReturnType<typeof readPlan>>): string[] {
  return plan.decisionReasons.flatMap(({ itemId, modId }) => (itemId === null ? [modId] : []));
}

function choiceForm({ locale }: Visit, mod: ShownHead, choice: Choice): Html {
  const texts = PLAN_TEXTS[locale];
  const { any, gameVersion, loader } = VERSION_TEXTS[locale];
  return html`<form class="filters" action="${MOD_PATHS.plan(mod.id)}">
${choice.version !== null && html`<input type="hidden" name="version" value="${choice.version}">\n`}${select({ name: 'game_version', label: gameVersion, any, chosen: choice.gameVersion, options: optionsOf([...mod.gameVersions].reverse(), choice.gameVersion) })}${select({ name: 'loader', label: loader, any, chosen: choice.loader, options: optionsOf(mod.loaders, choice.loader) })}${select({ name: 'channel', label: texts.channel, chosen: choice.releaseChannel, options: CHANNELS.map((it) => [it, texts.channels[it]]) })}<div class="choice"><input type="checkbox" id="optional" name="optional" value="1"${choice.includeOptional && html` checked`}>
<label for="optional">${texts.optional}</label></div>
<button type="submit" class="primary">${texts.show}</button>
</form>
`;
}
