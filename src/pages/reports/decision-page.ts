import type { RequestHandler } from 'express';
import { z } from 'zod';
import { type Html, html } from '../../platform/html/html.js';
import { LIMITS } from '../../registry/limits.js';
import { REPORT_REASONS } from '../../registry/reviews.js';
import {
  button,
  card,
  day,
  type Faults,
  facts,
  faultAt,
  faultsOf,
  form,
  notice,
  type PageKit,
  type PageReply,
  redirectTo,
  show,
  textarea,
  textOf,
  type Visit,
} from '../kit/index.js';
import { REPORT_TEXTS } from './texts.js';

const decided = z.object({
  reportDecision: z.object({
    id: z.string(),
    modId: z.string(),
    modTitle: z.record(z.string(), z.string()),
    reason: z.enum(REPORT_REASONS),
    state: z.enum(['upheld', 'appealed', 'confirmed', 'overturned']),
    statement: z.string().nullable(),
    appeal: z.string().nullable(),
    appealStatement: z.string().nullable(),
    appealUntil: z.coerce.date().nullable(),
  }),
});

/**
 * The decision about an upheld report, also during and after an appeal, for the owners and
 * maintainers of the mod, with the form of an appeal while there is time for one.
 */
export function decisionPage(kit: PageKit): RequestHandler {
  return kit.page((visit) => decisionOf(kit, visit, '', null), { signIn: true });
}

/** Stores an appeal against the decision. A fault shows the page again, with the typed text. */
export function appealForm(kit: PageKit): RequestHandler {
  return kit.form(
    async (visit) => {
      const text = visit.fields.one('text');
      try {
        await kit.run(visit.ctx, 'pageAppealReport', { id: idOf(visit), text });
      } catch (error) {
        return decisionOf(kit, visit, text, faultsOf(visit, error));
      }
      return redirectTo(`/account/reports/${idOf(visit)}`, { notice: 'appealed' });
    },
    { signIn: true, texts: (locale) => ({ text: REPORT_TEXTS[locale].appealText }) },
  );
}

const idOf = ({ req }: Visit) => String(req.params['id']);

async function decisionOf(
  kit: PageKit,
  visit: Visit,
  text: string,
  faults: Faults | null,
): Promise<PageReply> {
  const { locale, ctx } = visit;
  const texts = REPORT_TEXTS[locale];
  const data = await kit.run(ctx, 'pageReportDecision', { id: idOf(visit) });
  const { reportDecision: it } = decided.parse(data);
  const until = it.appealUntil;
  return show({
    title: texts.decisionTitle,
    status: faults?.status ?? 200,
    body: html`${visit.notice === 'appealed' && notice('done', html`<p>${texts.appealed}</p>`)}${faults?.above}${card(
      facts([
        [texts.mod, html`<a href="/mods/${it.modId}">${textOf(it.modTitle, locale)}</a>`],
        [texts.reason, texts.reasons[it.reason].label],
        [texts.state, texts.states[it.state]],
        [texts.statement, html`<blockquote>${it.statement}</blockquote>`],
        ...quoted(texts.appeal, it.appeal),
        ...quoted(texts.appealStatement, it.appealStatement),
      ]),
    )}${until && (until > ctx.platform.clock.now() || faults) && appealCard(visit, until, text, faults)}`,
  });
}

/** An entry of `facts` with the words of the team or a moderator; no entry for null. */
function quoted(label: string, words: string | null): [string, Html][] {
  return words ? [[label, html`<blockquote>${words}</blockquote>`]] : [];
}

/** The form of the one appeal. */
function appealCard(visit: Visit, until: Date, text: string, faults: Faults | null): Html {
  const texts = REPORT_TEXTS[visit.locale];
  return card(
    html`<p>${texts.appealHow} ${day(until, visit.locale)}</p>
${form(
  visit,
  html`${textarea({
    name: 'text',
    label: texts.appealText,
    value: text,
    error: faultAt(faults, 'text', { too_long: texts.textLong, otherwise: texts.textMissing }),
    required: true,
    maxlength: LIMITS.reportCharacters,
    rows: 6,
  })}${button({ label: texts.doAppeal })}`,
)}`,
    texts.appealTitle,
  );
}
