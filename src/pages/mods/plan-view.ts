import { type Html, html } from '../../platform/html/html.js';
import { badge, card, notice, sizeOf, textOf, type Visit } from '../kit/index.js';
import { MOD_PATHS } from './addresses.js';
import type { Titles } from './data.js';
import type { ShownPlan } from './shapes.js';
import { PLAN_TEXTS } from './texts/plan.js';
import { VERSION_TEXTS } from './texts/versions.js';

type Item = ShownPlan['items'][number];
type Reason = ShownPlan['decisionReasons'][number];

/**
 * A plan in words: the files in order, or the reasons against every choice. `titles` names the mods
 * that the reasons are about.
 */
export function planView(visit: Visit, plan: ShownPlan, titles: Titles): Html {
  return plan.status === 'resolved'
    ? resolvedView(visit, plan, titles)
    : conflictView(visit, plan, titles);
}

function resolvedView(visit: Visit, plan: ShownPlan, titles: Titles): Html {
  const { locale } = visit;
  const texts = PLAN_TEXTS[locale];
  const files = plan.items.filter(({ embeddedIn }) => embeddedIn === null);
  const bytes = files.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  const others = plan.decisionReasons.filter(({ itemId }) => itemId === null);
  return card(
    html`<p class="dim">${texts.total(sizeOf(bytes, locale))}</p>
<ol class="plan">
${plan.items.map((item) => rowOf(visit, plan, item))}</ol>
${others.map((reason) => html`<p>${nameOf(visit, reason.modId, titles)}: ${reasonOf(visit, reason)}</p>\n`)}`,
    texts.resolved(files.length),
  );
}

function rowOf(visit: Visit, plan: ShownPlan, item: Item): Html {
  const { locale } = visit;
  const texts = PLAN_TEXTS[locale];
  const { file } = item;
  const container = plan.items.find(({ itemId }) => itemId === item.embeddedIn);
  const reasons = plan.decisionReasons.filter(({ itemId }) => itemId === item.itemId);
  const notes = [
    container && texts.embedded(textOf(container.title, locale)),
    item.artifactSource === 'external_provider_reference' && texts.elsewhere,
    ...reasons.map((reason) => reasonOf(visit, reason)),
  ];
  return html`<li><div class="plan-name"><a href="${MOD_PATHS.mod(item.modId)}">${textOf(item.title, locale)}</a>
<a href="${MOD_PATHS.version(item.modId, item.versionId)}">${item.version}</a> ${badge(item.role === 'selected' ? 'good' : 'plain', texts.roles[item.role])}</div>
<p class="dim">${file.originalFilename} · ${sizeOf(file.sizeBytes, locale)}</p>
${notes.map((note) => note && html`<p class="note">${note}</p>\n`)}</li>
`;
}

function conflictView(visit: Visit, plan: ShownPlan, titles: Titles): Html {
  const texts = PLAN_TEXTS[visit.locale];
  const says = plan.conflicts.map(({ code, modIds, explanation }) => {
    const names = modIds.map((modId) => html`<li>${nameOf(visit, modId, titles)}</li>\n`);
    return html`<p>${new Map(Object.entries(texts.conflicts)).get(code)}</p>
<p>${texts.concerns}</p>
<ul>
${names}</ul>
<p>${visit.locale !== 'en' && texts.inDetail} <span lang="en">${explanation}</span></p>
`;
  });
  return html`${notice('info', html`<h3>${texts.unsatisfiable}</h3>\n${says}<p>${texts.advice}</p>`)}`;
}

function reasonOf({ locale }: Visit, { code, detail }: Reason): Html {
  const words = new Map(Object.entries(PLAN_TEXTS[locale].reasons)).get(code);
  if (code === 'exact_version') return html`${words}`;
  return html`${words} <span lang="en">${detail}</span>`;
}

function nameOf({ locale }: Visit, modId: string, titles: Titles): Html {
  const title = titles.get(modId);
  if (!title) return html`${VERSION_TEXTS[locale].unknownMod}`;
  return html`<a href="${MOD_PATHS.mod(modId)}">${textOf(title, locale)}</a>`;
}
